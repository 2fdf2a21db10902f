import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/cloudflare'
import { Form, Link, useLoaderData } from '@remix-run/react'
import { removeVideo } from '#app/domain/videos/save-video.server.ts'
import { findVideo } from '#app/domain/videos/video-queries.server.ts'
import { redirectWithFlash } from '#app/http/flash.server.ts'
import { notFound, requirePermission } from '#app/http/guards.server.ts'
import { mediaOf } from '#app/http/upload.server.ts'
import { paths } from '#app/paths.ts'
import { PageHead } from '#app/ui/list/list-page.tsx'
import { pageTitle } from '#app/ui/page-title.ts'

export const meta: MetaFunction = ({ matches }) => pageTitle('Delete video', { matches })

export async function loader({ params, context }: LoaderFunctionArgs) {
  const { ctx } = await requirePermission(context, 'training:write')
  const found = await findVideo(ctx, params.video ?? '')
  if (!found) throw notFound()
  const { id, title } = found.video
  return { studio: { slug: ctx.studio.slug }, id, title }
}

export async function action({ params, context }: ActionFunctionArgs) {
  const { app, ctx } = await requirePermission(context, 'training:write')
  const gone = await removeVideo(mediaOf(app, ctx), params.video ?? '')
  if (!gone) throw notFound()
  return redirectWithFlash(app, paths.manageVideos(ctx.studio), `${gone.title} is deleted.`)
}

export default function RemoveVideo() {
  const { studio, id, title } = useLoaderData<typeof loader>()
  return (
    <>
      <PageHead
        title={`Delete ${title}`}
        intro="Its file, its poster and where members stopped in it are gone for good."
      />
      <Form method="post" className="actions">
        <button type="submit" className="button bad">
          Delete video
        </button>
        <Link className="button quiet" to={paths.manageVideo(studio, id)}>
          Cancel
        </Link>
      </Form>
    </>
  )
}
