import { type SQL, sql } from 'drizzle-orm'
import { batch, changed, type Statement } from '#app/db/batch.server.ts'
import { forfeitStatement, returnStatement } from '#app/domain/entitlements/ledger.server.ts'
import { queueStatement } from '#app/domain/messaging/outbox.server.ts'
import type { MemberContext } from '#app/domain/studios/contexts.ts'
import { bookingCancelled } from '#app/messages/booking-cancelled.ts'
import { newId } from '#app/values/id.ts'
import { type Cancellation, type CancelRefusal, cancellationOf } from './cancellation.ts'
import { type BookingToCancel, bookingToCancelStatement } from './cancellation-queries.server.ts'
import { messageOf } from './message-of.ts'
import { promoteFrom } from './promote-waitlist.server.ts'
import { promotionFactStatements } from './promotion-facts.server.ts'

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

/** States a member's own cancel leads to: a repeated cancel answers with the one that was reached first. */
const givenUp: readonly string[] = ['cancelled_on_time', 'late_cancelled', 'declined', 'left']

/**
 * What a cancel would do at this moment, for the confirm page (`cancellationWords`). Refuses as `cancelBooking` does; the
 * booking stands beside the refusal so that the page can say which one.
 */
export async function previewCancellation(ctx: MemberContext, bookingId: string): Promise<PreviewCancellationResult> {
  const { found } = await batch(ctx.db, { found: bookingToCancelStatement(ctx, ctx.person.id, bookingId) })
  const [booking] = found
  if (!booking) return { ok: false, reason: 'not_found', booking: null }
  const cancellation = cancellationOf(booking, ctx.now)
  return cancellation ? { ok: true, booking, cancellation } : { ok: false, reason: refusalOf(booking), booking }
}

/** A class that has started cannot be cancelled any more; any other row without a cancel is over. */
const refusalOf = ({ state }: BookingToCancel): CancelRefusal =>
  state === 'booked' || state === 'waitlisted' || state === 'checked_in' ? 'started' : 'ended'

/**
 * Gives up the person's own place or their place on a waitlist (SM-BOOK). At or before the cut-off instant it is on time
 * and the credit goes back to its lot; a promoted person declines free until their deadline; later it is late: the credit
 * stays used where the policy says so, and the policy's fee is noted, due after 24 hours (R3, R4). The free place goes
 * to the waitlist. Doing it again changes nothing and answers the first outcome. Somebody else's id is `not_found`.
 */
export async function cancelBooking(ctx: MemberContext, bookingId: string): Promise<CancelBookingResult> {
  // A second look, for the moment between reading and writing in which somebody waiting was promoted.
  for (let look = 0; look < 2; look += 1) {
    const preview = await previewCancellation(ctx, bookingId)
    if (!preview.ok) {
      const { reason, booking } = preview
      if (!booking || !givenUp.includes(booking.state)) return { ok: false, reason }
      return { ok: true, booking, outcome: booking.state as Cancellation['leadsTo'], cancellation: null, again: true }
    }
    const { booking, cancellation } = preview
    const result = await batch(ctx.db, {
      ...cancelStatements(ctx, booking, cancellation),
      ...promotionFactStatements(ctx, booking.occurrenceId),
    })
    await promoteFrom(ctx, booking.occurrenceId, result)
    if (changed(result.end) === 1) return { ok: true, booking, outcome: cancellation.leadsTo, cancellation }
  }
  throw new Error(`Booking ${bookingId} changed under two cancels`)
}

function cancelStatements(ctx: MemberContext, booking: BookingToCancel, cancellation: Cancellation) {
  const { db, studio, now, person, actor } = ctx
  const { leadsTo, credit, feeMinor, feeDueAt } = cancellation
  const done = sql`EXISTS (SELECT 1 FROM bookings AS d WHERE d.id = ${booking.id} AND d.state = ${leadsTo})`
  const entry = { personId: person.id, lotId: booking.lotId ?? '', bookingId: booking.id }
  return {
    end: db.run(sql`
      UPDATE bookings SET state = ${leadsTo}, ended_at = ${now}, ended_by = ${actor.userId}
      WHERE studio_id = ${studio.id} AND id = ${booking.id} AND person_id = ${person.id} AND state = ${booking.state}
        AND decline_until IS ${booking.declineUntil} AND lot_id IS ${booking.lotId}`),
    credit:
      credit === 'returned'
        ? returnStatement(ctx, entry, done)
        : credit === 'stays_used'
          ? forfeitStatement(ctx, entry, done)
          : null,
    fee: feeMinor > 0 ? feeStatement(ctx, booking, { feeMinor, feeDueAt }, done) : null,
    mail: cancelledMail(ctx, booking, cancellation, done),
  }
}

/** The fee as a record, collected later: pending, so that staff can waive it. */
function feeStatement(
  { db, studio, now, person }: MemberContext,
  booking: BookingToCancel,
  { feeMinor, feeDueAt }: Pick<Cancellation, 'feeMinor' | 'feeDueAt'>,
  onlyIf: SQL,
): Statement<D1Result> {
  return db.run(sql`
    INSERT INTO fees (id, studio_id, person_id, booking_id, kind, amount_minor, currency, state, due_at, created_at)
    SELECT ${newId()}, ${studio.id}, ${person.id}, ${booking.id}, 'late_cancel', ${feeMinor}, ${studio.currency},
      'pending', ${feeDueAt}, ${now}
    WHERE ${onlyIf}
    ON CONFLICT DO NOTHING`)
}

function cancelledMail(ctx: MemberContext, booking: BookingToCancel, cancellation: Cancellation, onlyIf: SQL) {
  const { kind, credit, feeMinor, feeDueAt } = cancellation
  // Who leaves a waitlist has lost nothing and needs no letter.
  if (kind === 'leave' || !booking.email) return null
  const letter = bookingCancelled({
    ...messageOf(ctx, booking, booking),
    outcome: {
      kind,
      lotName: booking.lotName,
      returned: credit === 'returned',
      feeMinor,
      feeDueAt,
      cutoffAt: booking.cutoffAt,
    },
  })
  return queueStatement(
    ctx.db,
    {
      studioId: ctx.studio.id,
      dedupeKey: `booking-cancelled:${booking.id}`,
      to: booking.email,
      kind: 'booking-cancelled',
      letter,
    },
    ctx.nowMs,
    onlyIf,
  )
}
