import { batch, changed } from '#app/db/batch.server.ts'
import type { MemberContext } from '#app/domain/scope/contexts.ts'
import { promoteFrom } from '../waitlist/promote-waitlist.server.ts'
import { promotionFactStatements } from '../waitlist/promotion-facts.server.ts'
import {
  type Cancellation,
  type CancelRefusal,
  cancellationOf,
  cancelsThemselves,
} from './cancellation.ts'
import { type BookingToCancel, bookingToCancelStatement } from './cancellation-queries.server.ts'
import { cancelStatements } from './cancellation-statements.server.ts'
import { costOf, isDearer, type ShownCost } from './shown-cost.ts'

export type PreviewCancellationResult =
  | { ok: true; booking: BookingToCancel; cancellation: Cancellation }
  | { ok: false; reason: CancelRefusal; booking: BookingToCancel | null }

export type CancelBookingResult =
  | {
      ok: true
      booking: BookingToCancel
      outcome: Cancellation['leadsTo']
      cancellation: Cancellation | null
      again?: true
    }
  | { ok: false; reason: CancelRefusal }

/**
 * States a member's own cancel leads to: a repeated cancel answers with the one that was reached
 * first.
 */
const givenUp: readonly string[] = ['cancelled_on_time', 'late_cancelled', 'declined', 'left']

/**
 * What a cancel would do at this moment, for the confirm page (`cancellationWords`). Refuses as
 * `cancelBooking` does; the booking is beside the refusal so that the page can say which one.
 */
export async function previewCancellation(
  ctx: MemberContext,
  bookingId: string,
): Promise<PreviewCancellationResult> {
  const { found } = await batch(ctx.db, {
    found: bookingToCancelStatement(ctx, ctx.person.id, bookingId),
  })
  const [booking] = found
  if (!booking) return { ok: false, reason: 'not_found', booking: null }
  const cancellation = cancellationOf(booking, ctx.now)
  return cancellation
    ? { ok: true, booking, cancellation }
    : { ok: false, reason: refusalOf(booking), booking }
}

/**
 * A class that has started cannot be cancelled any more; any other row without a cancel is over.
 */
const refusalOf = ({ state }: BookingToCancel): CancelRefusal =>
  state === 'booked' || state === 'waitlisted' || state === 'checked_in' ? 'started' : 'ended'

/** A booking has no more states to pass through than this. */
const mostLooks = 8

/**
 * Gives up the person's own place or their place on a waitlist (SM-BOOK). At or before the cut-off
 * instant it is on time and the credit goes back to its lot; a promoted person declines free until
 * their deadline; later it is late: the credit stays used where the policy says so, and the
 * policy's fee is noted, due after 24 hours (R3, R4). The free place goes to the waitlist. Doing it
 * again changes nothing and answers the first outcome. Someone else's id is `not_found`. What
 * costs more than `shown`, which the person has read, is `dearer`; `ask_studio` where the studio
 * cancels bookings itself.
 */
export async function cancelBooking(
  ctx: MemberContext,
  bookingId: string,
  { shown }: { shown?: ShownCost } = {},
): Promise<CancelBookingResult> {
  // More looks, for the moments between reading and writing in which the booking was promoted,
  // checked in or given back.
  for (let look = 0; look < mostLooks; look += 1) {
    const preview = await previewCancellation(ctx, bookingId)
    if (!preview.ok) {
      const { reason, booking } = preview
      if (!booking || !givenUp.includes(booking.state)) return { ok: false, reason }
      return {
        ok: true,
        booking,
        outcome: booking.state as Cancellation['leadsTo'],
        cancellation: null,
        again: true,
      }
    }
    const { booking, cancellation } = preview
    if (!cancelsThemselves(ctx.studio, cancellation)) return { ok: false, reason: 'ask_studio' }
    if (shown && isDearer(costOf(booking, cancellation, ctx.now), shown))
      return { ok: false, reason: 'dearer' }
    const result = await batch(ctx.db, {
      ...cancelStatements(ctx, booking, cancellation),
      ...promotionFactStatements(ctx, booking.occurrenceId),
    })
    await promoteFrom(ctx, booking.occurrenceId, result)
    if (changed(result.end) > 0)
      return { ok: true, booking, outcome: cancellation.leadsTo, cancellation }
  }
  throw new Error(`Booking ${bookingId} changed under ${mostLooks} cancels`)
}
