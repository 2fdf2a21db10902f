import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/cloudflare'
import { publishEvent } from '#app/domain/events/change-event.server.ts'
import { redirectWithFlash } from '#app/http/flash.server.ts'
import { notFound, requirePermission } from '#app/http/guards.server.ts'
import { refusalPage } from '#app/http/refusal-page.server.ts'
import { paths } from '#app/paths.ts'

/** The button is on the event's own page. */
export async function loader({ context, params }: LoaderFunctionArgs) {
  const { ctx } = await requirePermission(context, 'schedule:write')
  return redirect(paths.manageEvent(ctx.studio, params.event ?? ''), 303)
}

/** Puts a draft on sale. Twice is once. */
export async function action({ context, params }: ActionFunctionArgs) {
  const { app, ctx } = await requirePermission(context, 'schedule:write')
  const eventId = params.event ?? ''
  const back = paths.manageEvent(ctx.studio, eventId)
  const result = await publishEvent(ctx, eventId)
  if (result.ok) return redirectWithFlash(app, back, 'Published.')
  switch (result.reason) {
    case 'not_found':
      throw notFound()
    case 'taken':
      throw refusalPage(
        'taken',
        `${result.clashes.join('. ')}. Change the time, the room or the person responsible.`,
        back,
      )
    case 'no_types':
      throw refusalPage('no_types', 'Add a ticket first, so that people can order.', back)
    case 'over':
      throw refusalPage('over', 'That date has passed. Change it first.', back)
    case 'cancelled':
      throw refusalPage('cancelled', 'It was cancelled. Add it again.', back)
  }
}
