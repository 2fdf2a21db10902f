import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/cloudflare'
import { endAnnouncement, hasAnnouncement } from '#app/domain/conversations/announcements.server.ts'
import { redirectWithFlash } from '#app/http/flash.server.ts'
import { notFound, requirePermission } from '#app/http/guards.server.ts'
import { paths } from '#app/paths.ts'

/** There is nothing to see here: the list has the button. */
export async function loader({ context, params }: LoaderFunctionArgs) {
  const { ctx } = await requirePermission(context, 'messages:announce')
  if (!(await hasAnnouncement(ctx, params.announcement ?? ''))) throw notFound()
  return redirect(paths.manageAnnouncements(ctx.studio), 303)
}

/** Takes an announcement off home: 303 to the list. */
export async function action({ context, params }: ActionFunctionArgs) {
  const { app, ctx } = await requirePermission(context, 'messages:announce')
  if (!(await endAnnouncement(ctx, params.announcement ?? ''))) throw notFound()
  return redirectWithFlash(app, paths.manageAnnouncements(ctx.studio), 'Ended.')
}
