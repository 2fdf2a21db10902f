import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/cloudflare'
import { Form, Link, useLoaderData } from '@remix-run/react'
import { usedExerciseSql } from '#app/domain/overview/training/used-exercise-sql.server.ts'
import { deleteExercise } from '#app/domain/training/delete-exercise.server.ts'
import { editExercisePage } from '#app/domain/training/edit-page.server.ts'
import { redirectWithFlash } from '#app/http/flash.server.ts'
import { notFound, requirePermission } from '#app/http/guards.server.ts'
import { refusalPage } from '#app/http/refusal-page.server.ts'
import { mediaOf } from '#app/http/upload.server.ts'
import { paths } from '#app/paths.ts'
import { PageHead } from '#app/ui/list/list-page.tsx'
import { pageTitle } from '#app/ui/page-title.ts'
import { count } from '#app/values/wording.ts'

export const meta: MetaFunction = ({ matches }) => pageTitle('Delete exercise', { matches })

export async function loader({ params, context }: LoaderFunctionArgs) {
  const { ctx } = await requirePermission(context, 'training:write')
  const page = await editExercisePage(ctx, params.exercise ?? '')
  if (!page) throw notFound()
  return { studio: { slug: ctx.studio.slug }, exercise: page.exercise, photos: page.photos.length }
}

export async function action({ params, context }: ActionFunctionArgs) {
  const { app, ctx } = await requirePermission(context, 'training:write')
  const exerciseId = params.exercise ?? ''
  const used = usedExerciseSql(ctx, exerciseId)
  const result = await deleteExercise(mediaOf(app, ctx), exerciseId, used)
  if (result.ok)
    return redirectWithFlash(app, paths.manageExercises(ctx.studio), `${result.name} is deleted.`)
  if (result.reason === 'not_found') throw notFound()
  const sentence =
    result.reason === 'used'
      ? 'This exercise is in a flow, workout, program, routine or skill, or in someone’s log. Keep it hidden instead.'
      : 'Members see this exercise. Hide it first, then delete it.'
  throw refusalPage(result.reason, sentence, paths.manageExercise(ctx.studio, exerciseId))
}

export default function DeleteExercise() {
  const { studio, exercise, photos } = useLoaderData<typeof loader>()
  const too = photos > 0 ? `, nor can its ${count(photos, 'photo')}` : ''
  return (
    <>
      <PageHead
        title={`Delete ${exercise.name}`}
        intro={
          `You can’t undo this${too}. ` +
          "Hidden, it would stay for you and be out of members' sight."
        }
      />
      <Form method="post" className="actions">
        <button type="submit" className="button bad">
          Delete exercise
        </button>
        <Link className="button quiet" to={paths.manageExercise(studio, exercise.id)}>
          Cancel
        </Link>
      </Form>
    </>
  )
}
