import { type SQL, sql } from 'drizzle-orm'
import type { Statement } from '#app/db/batch.server.ts'
import { giveBackStatements } from '#app/domain/billing/open-items.server.ts'
import {
  entriesForStatement,
  forfeitStatement,
  returnStatement,
} from '#app/domain/entitlements/ledger.server.ts'
import { queueStatement } from '#app/domain/messaging/outbox.server.ts'
import { cancellationTerms, isFree, lossIfLate } from '#app/domain/places/cancellation-terms.ts'
import { endedWords, makeUpSentence } from '#app/domain/places/cancellation-words.ts'
import { makeUpsStatement } from '#app/domain/places/make-up-statements.server.ts'
import type { Actor, StudioContext } from '#app/domain/scope/contexts.ts'
import { bookingCancelled } from '#app/messages/booking-cancelled.ts'
import { newId } from '#app/values/id.ts'
import { messageOf } from '../booking/message-of.ts'
import { endEmptyWishStatement } from '../waitlist/wish-statements.server.ts'
import type { Cancellation } from './cancellation.ts'
import type { BookingToCancel } from './cancellation-queries.server.ts'

/**
 * What giving up a place writes, for one batch: the end of the booking, guarded by what was read,
 * and behind it the credit, the fee and the letter, which act only if the booking has come to that
 * end. `end` says whether this batch did; `onlyIf` must hold for it.
 */
export function cancelStatements(
  ctx: StudioContext & { actor: Actor },
  booking: BookingToCancel,
  cancellation: Cancellation,
  { atDesk = false, onlyIf = sql`1` }: { atDesk?: boolean; onlyIf?: SQL } = {},
) {
  const { db, studio, now, actor } = ctx
  const { leadsTo, credit, backMinor, feeMinor, feeDueAt } = cancellation
  const done = sql`EXISTS (SELECT 1 FROM bookings AS ended
    WHERE ended.id = ${booking.id} AND ended.state = ${leadsTo})`
  const entry = { personId: booking.personId, lotId: booking.lotId ?? '', bookingId: booking.id }
  const ofCredit = {
    returned: () => returnStatement(ctx, entry, done),
    stays_used: () => forfeitStatement(ctx, entry, done),
  }
  return {
    end: db.run(sql`
      UPDATE bookings SET state = ${leadsTo}, ended_at = ${now}, ended_by = ${actor.userId}
      WHERE studio_id = ${studio.id} AND id = ${booking.id} AND person_id = ${booking.personId}
        AND state = ${booking.state}
        AND decline_until IS ${booking.declineUntil}
        AND offered_until IS ${booking.offeredUntil} AND pay_turn = ${booking.payTurn}
        AND lot_id IS ${booking.lotId} AND ${onlyIf}`),
    credit: credit && ofCredit[credit](),
    makeUp:
      cancellation.makeUp === 'given'
        ? makeUpsStatement(ctx, sql`SELECT ${booking.id} AS booking_id WHERE ${done}`)
        : null,
    ...(booking.guestLimit > 0 || booking.guests !== null
      ? guestStatements(ctx, booking, cancellation, done)
      : {}),
    ...(backMinor > 0 ? giveBackStatements(ctx, booking.id, done) : {}),
    fee: feeMinor > 0 ? feeStatement(ctx, booking, { feeMinor, feeDueAt }, done) : null,
    wish: booking.wishId === null ? null : endEmptyWishStatement(ctx, booking.wishId),
    mail: cancelledMail(ctx, booking, cancellation, atDesk, done),
  }
}

/**
 * Guests go with who brings them, as `cancellation` has it whatever the clock says: free in time, and
 * late as the rules of a credit have it. What was
 * spent or is owed for them comes back or stays with it; nobody pays a fee for a guest.
 */
function guestStatements(
  ctx: StudioContext & { actor: Actor },
  booking: BookingToCancel,
  { kind }: Cancellation,
  done: SQL,
) {
  const { db, studio, now, actor } = ctx
  const late = kind === 'late'
  const place = { paidBy: 'lot', declineUntil: booking.declineUntil } as const
  // A guest's credit is the host's, and follows the limit of credits.
  const loses = late && lossIfLate(cancellationTerms(booking, place, now)).losesCredit
  const leadsTo = late ? 'late_cancelled' : 'cancelled_on_time'
  const gone = sql`FROM bookings AS guest_booking
    WHERE guest_booking.studio_id = ${studio.id} AND guest_booking.guest_of = ${booking.id}
      AND guest_booking.state = ${leadsTo}
      AND guest_booking.ended_at = ${now} AND ${done}`
  const giving = loses ? null : giveBackStatements(ctx, sql`SELECT guest_booking.id ${gone}`)
  return {
    guests: db.run(sql`
      UPDATE bookings SET state = ${leadsTo}, ended_at = ${now}, ended_by = ${actor.userId}
      WHERE studio_id = ${studio.id} AND guest_of = ${booking.id} AND state = 'booked'
        AND ${done}`),
    guestCredits: entriesForStatement(
      ctx,
      loses ? 'forfeit' : 'return',
      sql`SELECT guest_booking.id AS booking_id, guest_booking.person_id,
        guest_booking.lot_id ${gone}`,
    ),
    guestItems: giving?.back ?? null,
    guestOpen: giving?.void ?? null,
  }
}

/** The fee as a record, collected later: pending, so that staff can waive it. */
function feeStatement(
  { db, studio, now }: StudioContext,
  booking: BookingToCancel,
  { feeMinor, feeDueAt }: Pick<Cancellation, 'feeMinor' | 'feeDueAt'>,
  onlyIf: SQL,
): Statement<D1Result> {
  return db.run(sql`
    INSERT INTO fees (id, studio_id, person_id, booking_id, kind, amount_minor, currency, state,
      due_at, created_at)
    SELECT ${newId()}, ${studio.id}, ${booking.personId}, ${booking.id}, 'late_cancel', ${feeMinor},
      ${studio.currency}, 'pending', ${feeDueAt}, ${now}
    WHERE ${onlyIf}
    ON CONFLICT DO NOTHING`)
}

/** Until when it was free. The desk may call a cancel late that is not: then nothing has ended. */
function endedSentence({ terms, makeUp }: Cancellation, studio: StudioContext['studio']): string {
  if (isFree(terms)) return ''
  return makeUp === 'too_late'
    ? makeUpSentence(terms, 'letter', studio)
    : `${endedWords(terms.freeUntil, 'letter', studio)}.`
}

function cancelledMail(
  ctx: StudioContext,
  booking: BookingToCancel,
  cancellation: Cancellation,
  atDesk: boolean,
  onlyIf: SQL,
) {
  const { kind, credit, feeMinor, feeDueAt, makeUp = null } = cancellation
  // Who leaves a waitlist has lost nothing and needs no letter.
  if (kind === 'leave' || booking.guestOf !== null || !booking.email) return null
  const letter = bookingCancelled({
    ...messageOf(ctx, booking, booking),
    outcome: {
      kind,
      lotName: booking.lotName,
      returned: credit === 'returned',
      feeMinor,
      feeDueAt,
      ended: kind === 'late' ? endedSentence(cancellation, ctx.studio) : '',
      atDesk,
      makeUp,
      makeUpUntil: booking.makeUpUntil,
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
