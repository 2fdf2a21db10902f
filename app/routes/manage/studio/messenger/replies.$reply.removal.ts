import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/cloudflare'
import { dropReply, hasReply } from '#app/domain/conversations/saved-replies.server.ts'
import { redirectWithFlash } from '#app/http/flash.server.ts'
import { notFound, requirePermission } from '#app/http/guards.server.ts'
import { paths } from '#app/paths.ts'

/** There is nothing to see here: the list has the button. */
export async function loader({ context, params }: LoaderFunctionArgs) {
  const { ctx } = await requirePermission(context, 'messages:announce')
  if (!(await hasReply(ctx, params.reply ?? ''))) throw notFound()
  return redirect(paths.manageSavedReplies(ctx.studio), 303)
}

/** Deletes a saved reply: 303 to the list. */
export async function action({ context, params }: ActionFunctionArgs) {
  const { app, ctx } = await requirePermission(context, 'messages:announce')
  if (!(await dropReply(ctx, params.reply ?? ''))) throw notFound()
  return redirectWithFlash(app, paths.manageSavedReplies(ctx.studio), 'Deleted.')
}
