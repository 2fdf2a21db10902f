import { sql } from 'drizzle-orm'
import { batch, changed } from '#app/db/batch.server.ts'
import { auditStatement, rightAfterChange } from '#app/domain/audit/audit.server.ts'
import {
  type Cancellation,
  feeWaitsMinutes,
  makeUpAfter,
} from '#app/domain/bookings/cancellation.ts'
import { promoteFrom } from '#app/domain/bookings/waitlist/promote-waitlist.server.ts'
import { promotionFactStatements } from '#app/domain/bookings/waitlist/promotion-facts.server.ts'
import type { StaffContext } from '#app/domain/scope/staff-context.ts'
import { addMinutes } from '#app/values/instant.ts'
import { type BookingToCancel, bookingOfClassStatement } from './cancellation-queries.server.ts'
import { cancelStatements } from './cancellation-statements.server.ts'

export type CancelForPersonResult =
  | { ok: true; outcome: Cancellation['leadsTo']; again?: true }
  | { ok: false; reason: 'not_found' | 'not_booked' | 'reconciled' }

/**
 * The desk gives up somebody's place for them, until the class is settled: `on_time` gives the credit back and costs
 * nothing, `late` does what the policy of the booking says to a late cancel, whatever the clock says (SM-BOOK). Who
 * waits leaves the list. The person is told, the place goes to the waitlist, and the line in the audit has the reason.
 * Twice is once, with the first answer.
 */
export async function cancelForPerson(
  ctx: StaffContext,
  occurrenceId: string,
  bookingId: string,
  { as, reason }: { as: 'on_time' | 'late'; reason: string },
): Promise<CancelForPersonResult> {
  const { db, studio } = ctx
  const { found, class: ofClass } = await batch(db, {
    found: bookingOfClassStatement(ctx, occurrenceId, bookingId),
    class: db.all<{ state: string }>(
      sql`SELECT state FROM occurrences WHERE studio_id = ${studio.id} AND id = ${occurrenceId}`,
    ),
  })
  const [booking] = found
  if (!booking) return { ok: false, reason: 'not_found' }
  const done = ['cancelled_on_time', 'late_cancelled', 'left'].find(
    (state) => state === booking.state,
  )
  if (done) return { ok: true, outcome: done as Cancellation['leadsTo'], again: true }
  if (ofClass[0]?.state !== 'scheduled') return { ok: false, reason: 'reconciled' }
  if (booking.state !== 'booked' && booking.state !== 'waitlisted')
    return { ok: false, reason: 'not_booked' }
  const cancellation = cancellationAtDesk(booking, as, ctx.now)
  const { end, ...effects } = cancelStatements(ctx, booking, cancellation, { atDesk: true })
  const result = await batch(db, {
    end,
    audit: auditStatement(
      ctx,
      {
        action: `booking.${cancellation.leadsTo}`,
        subjectKind: 'booking',
        subjectId: bookingId,
        reason,
        detail: { personId: booking.personId, occurrenceId },
      },
      rightAfterChange,
    ),
    ...effects,
    ...promotionFactStatements(ctx, occurrenceId),
  })
  await promoteFrom(ctx, occurrenceId, result)
  // Somebody was quicker: checked in, promoted or cancelled meanwhile.
  return changed(result.end) > 0
    ? { ok: true, outcome: cancellation.leadsTo }
    : { ok: false, reason: 'not_booked' }
}

function cancellationAtDesk(
  booking: BookingToCancel,
  as: 'on_time' | 'late',
  now: string,
): Cancellation {
  const { state, lotId, lateKeepsCredit, lateFeeMinor, chargedMinor, enrolmentId, makeUpId } =
    booking
  const makeUp = makeUpAfter(booking, as === 'late')
  const feeDueAt = addMinutes(now, feeWaitsMinutes)
  if (state === 'waitlisted')
    return { kind: 'leave', leadsTo: 'left', credit: null, backMinor: 0, feeMinor: 0, feeDueAt }
  const returned = lotId === null ? null : 'returned'
  if (as === 'on_time') {
    const back = { credit: returned, makeUp, backMinor: chargedMinor } as const
    return { kind: 'on_time', leadsTo: 'cancelled_on_time', ...back, feeMinor: 0, feeDueAt }
  }
  const credit = lotId !== null && lateKeepsCredit ? 'stays_used' : returned
  const feeMinor = enrolmentId || makeUpId ? 0 : lateFeeMinor
  const backMinor = lateKeepsCredit ? 0 : chargedMinor
  return { kind: 'late', leadsTo: 'late_cancelled', credit, makeUp, backMinor, feeMinor, feeDueAt }
}
