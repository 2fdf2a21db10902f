import { batch } from '#app/db/batch.server.ts'
import type { MemberContext } from '#app/domain/scope/contexts.ts'
import { shellStatements, toShell } from '#app/domain/studios/shell-queries.server.ts'
import { localDate } from '#app/values/zone.ts'
import { cancellationOf, cancelsThemselves } from './cancellation.ts'
import { bookingToCancelStatement } from './cancellation-queries.server.ts'
import { costOf, costText } from './shown-cost.ts'

/**
 * What the confirm page of a cancel shows, in one batch: the booking and what a cancel would do
 * now, null when there is nothing to cancel any more. Null as a whole for a booking that is not the
 * person's own.
 */
export async function cancellationPage(
  ctx: MemberContext,
  viewer: { personId: string; name: string; email: string },
  bookingId: string,
) {
  const answer = await batch(ctx.db, {
    found: bookingToCancelStatement(ctx, ctx.person.id, bookingId),
    ...shellStatements(ctx, viewer),
  })
  const [booking] = answer.found
  if (!booking) return null
  const { email: _, name: __, preferredName: ___, ...shown } = booking
  const cancellation = cancellationOf(booking, ctx.now)
  return {
    booking: shown,
    cancellation,
    /** False where the studio cancels bookings itself. */
    offered: cancellation === null || cancelsThemselves(ctx.studio, cancellation),
    /** What the page shows that it costs, for the form to carry back. */
    cost: cancellation && costText(costOf(booking, cancellation, ctx.now)),
    now: ctx.now,
    today: localDate(ctx.now, ctx.studio.timeZone),
    shell: toShell(answer, viewer),
  }
}
