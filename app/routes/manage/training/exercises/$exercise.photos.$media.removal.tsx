import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/cloudflare'
import { Form, Link, useLoaderData } from '@remix-run/react'
import { removePhoto } from '#app/domain/training/delete-exercise.server.ts'
import { editExercisePage } from '#app/domain/training/edit-page.server.ts'
import { redirectWithFlash } from '#app/http/flash.server.ts'
import { notFound, requirePermission } from '#app/http/guards.server.ts'
import { mediaOf } from '#app/http/upload.server.ts'
import { paths } from '#app/paths.ts'
import { PageHead } from '#app/ui/list/list-page.tsx'
import { pageTitle } from '#app/ui/page-title.ts'
import { ExercisePhoto } from '#app/ui/training/exercise-photo.tsx'

export const meta: MetaFunction = ({ matches }) => pageTitle('Remove photo', { matches })

export async function loader({ params, context }: LoaderFunctionArgs) {
  const { ctx } = await requirePermission(context, 'training:write')
  const page = await editExercisePage(ctx, params.exercise ?? '')
  const photo = page?.photos.find(({ id }) => id === params.media)
  if (!page || !photo) throw notFound()
  return { studio: { slug: ctx.studio.slug }, exercise: page.exercise, photo }
}

export async function action({ params, context }: ActionFunctionArgs) {
  const { app, ctx } = await requirePermission(context, 'training:write')
  const exerciseId = params.exercise ?? ''
  if (!(await removePhoto(mediaOf(app, ctx), exerciseId, params.media ?? ''))) throw notFound()
  return redirectWithFlash(app, paths.manageExercise(ctx.studio, exerciseId), 'Photo removed.')
}

export default function RemovePhoto() {
  const { studio, exercise, photo } = useLoaderData<typeof loader>()
  return (
    <>
      <PageHead
        title={`Remove a photo of ${exercise.name}`}
        intro="You can’t undo this, but you can upload it again."
      />
      <ul className="shots">
        <li>
          <ExercisePhoto studio={studio} photo={photo} alt={photo.alt} sizes="16rem" first />
        </li>
      </ul>
      <Form method="post" className="actions">
        <button type="submit" className="button bad">
          Remove photo
        </button>
        <Link className="button quiet" to={paths.manageExercise(studio, exercise.id)}>
          Cancel
        </Link>
      </Form>
    </>
  )
}
