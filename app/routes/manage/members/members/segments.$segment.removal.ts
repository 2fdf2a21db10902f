import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/cloudflare'
import { hasSegment, removeSegment } from '#app/domain/people/list/segments.server.ts'
import { redirectWithFlash } from '#app/http/flash.server.ts'
import { notFound, requirePermission } from '#app/http/guards.server.ts'
import { paths } from '#app/paths.ts'

export async function loader({ context, params }: LoaderFunctionArgs) {
  const { ctx } = await requirePermission(context, 'people:read')
  if (!(await hasSegment(ctx, params.segment ?? ''))) throw notFound()
  return redirect(paths.manageMembers(ctx.studio), 303)
}

/** Forgets a segment: nothing but a name for filters goes. */
export async function action({ context, params }: ActionFunctionArgs) {
  const { app, ctx } = await requirePermission(context, 'people:write')
  if (!(await removeSegment(ctx, params.segment ?? ''))) throw notFound()
  return redirectWithFlash(
    app,
    paths.manageMembers(ctx.studio),
    'Segment deleted. The people in it stay.',
  )
}
