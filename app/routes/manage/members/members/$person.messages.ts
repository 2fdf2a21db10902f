import { type LoaderFunctionArgs, redirect } from '@remix-run/cloudflare'
import { findConversationOf } from '#app/domain/conversations/inbox-page.server.ts'
import { notFound, requirePermission } from '#app/http/guards.server.ts'
import { paths } from '#app/paths.ts'

/** Leads to what a person wrote; to writing to them where that is nothing yet. */
export async function loader({ context, params }: LoaderFunctionArgs) {
  const { ctx } = await requirePermission(context, 'messages:write')
  const person = params.person ?? ''
  const found = await findConversationOf(ctx, person)
  if (!found) throw notFound()
  return redirect(
    found.conversationId
      ? paths.manageConversation(ctx.studio, found.conversationId)
      : paths.manageMessageNew(ctx.studio, { person }),
    303,
  )
}
