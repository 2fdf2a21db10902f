import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/cloudflare'
import { heldOrderForm } from '#app/domain/events/event-fields.ts'
import { releaseHeldOrder } from '#app/domain/events/release-held-order.server.ts'
import { redirectWithFlash } from '#app/http/flash.server.ts'
import { parseForm } from '#app/http/form.server.ts'
import { notFound, requirePermission } from '#app/http/guards.server.ts'
import { refusalPage } from '#app/http/refusal-page.server.ts'
import { paths } from '#app/paths.ts'

/** The buttons are on the event's own page. */
export async function loader({ context, params }: LoaderFunctionArgs) {
  const { ctx } = await requirePermission(context, 'entitlements:write')
  return redirect(paths.manageEvent(ctx.studio, params.event ?? ''), 303)
}

/** Releases the tickets that an order holds. Twice is once; 422 where it is confirmed by now. */
export async function action({ context, params, request }: ActionFunctionArgs) {
  const { app, ctx } = await requirePermission(context, 'entitlements:write')
  const eventId = params.event ?? ''
  const submission = await parseForm(request, heldOrderForm)
  if (submission.status !== 'success') throw notFound()
  const back = paths.manageEvent(ctx.studio, eventId)
  if (await releaseHeldOrder(ctx, eventId, submission.value.order)) {
    return redirectWithFlash(app, back, 'Released. The tickets are on sale again.')
  }
  const sentence = 'This order is confirmed by now, or is not of this event.'
  throw refusalPage('not_held', sentence, back)
}
