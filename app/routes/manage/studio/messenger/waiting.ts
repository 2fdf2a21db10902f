import type { LoaderFunctionArgs } from '@remix-run/cloudflare'
import { waitingNow } from '#app/domain/conversations/inbox-page.server.ts'
import { requirePermission } from '#app/http/guards.server.ts'

/** How many wait for an answer and what was written last, for pages that are open. */
export async function loader({ context }: LoaderFunctionArgs) {
  const { ctx, viewer } = await requirePermission(context, 'messages:write')
  return Response.json(await waitingNow(ctx, viewer), {
    headers: { 'Cache-Control': 'private, no-store' },
  })
}
