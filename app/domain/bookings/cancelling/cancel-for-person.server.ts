import { sql } from 'drizzle-orm'
import { batch, changed } from '#app/db/batch.server.ts'
import { auditStatement, rightAfterChange } from '#app/domain/audit/audit.server.ts'
import {
  attendanceFactsStatement,
  mayEditAttendanceSql,
} from '#app/domain/places/attendance-sql.server.ts'
import {
  type AttendanceRefusal,
  attendanceRefusal,
  attendanceWindow,
} from '#app/domain/places/attendance-window.ts'
import { lossIfLate } from '#app/domain/places/cancellation-terms.ts'
import type { StaffContext } from '#app/domain/scope/staff-context.ts'
import { addMinutes } from '#app/values/instant.ts'
import { promoteFrom } from '../waitlist/promote-waitlist.server.ts'
import { promotionFactStatements } from '../waitlist/promotion-facts.server.ts'
import { type Cancellation, feeWaitsMinutes, makeUpAfter, termsOf } from './cancellation.ts'
import { type BookingToCancel, bookingOfClassStatement } from './cancellation-queries.server.ts'
import { cancelStatements } from './cancellation-statements.server.ts'

export type CancelForPersonResult =
  | { ok: true; outcome: Cancellation['leadsTo']; again?: true }
  | { ok: false; reason: 'not_found' | 'not_booked' | 'reconciled' }
  | AttendanceRefusal

/**
 * The desk gives up someone's place for them, until the class is settled: `on_time` gives the
 * credit back and costs nothing, `late` does what the policy of the booking says to a late cancel,
 * whatever the clock says (SM-BOOK). Who waits leaves the list. The person is notified, the place
 * goes to the waitlist, and the line in the audit has the reason. Twice is once, with the first
 * answer. A class that nobody settled is edited as long as attendance is, after that by anyone who
 * may reopen it.
 */
export async function cancelForPerson(
  ctx: StaffContext,
  occurrenceId: string,
  bookingId: string,
  { as, reason }: { as: 'on_time' | 'late'; reason: string },
): Promise<CancelForPersonResult> {
  const { db, studio } = ctx
  const {
    found,
    attendance,
    class: ofClass,
  } = await batch(db, {
    attendance: attendanceFactsStatement(ctx, occurrenceId),
    found: bookingOfClassStatement(ctx, occurrenceId, bookingId),
    class: db.all<{ state: string }>(
      sql`SELECT state FROM occurrences WHERE studio_id = ${studio.id} AND id = ${occurrenceId}`,
    ),
  })
  const [booking] = found
  if (!booking) return { ok: false, reason: 'not_found' }
  const done = ['cancelled_on_time', 'late_cancelled', 'declined', 'left'].find(
    (state) => state === booking.state,
  )
  if (done) return { ok: true, outcome: done as Cancellation['leadsTo'], again: true }
  if (ofClass[0]?.state !== 'scheduled') return { ok: false, reason: 'reconciled' }
  if (booking.state !== 'booked' && booking.state !== 'waitlisted')
    return { ok: false, reason: 'not_booked' }
  const window = attendanceWindow(attendance[0]!, ctx.actor.role, ctx.now)
  const over = attendanceRefusal(window, reason)
  if (over) return over
  const cancellation = cancellationAtDesk(booking, as, ctx.now)
  const { end, ...effects } = cancelStatements(ctx, booking, cancellation, {
    atDesk: true,
    onlyIf: sql`EXISTS (SELECT 1 FROM occurrences AS o
      WHERE o.studio_id = ${studio.id} AND o.id = ${occurrenceId} AND o.state = 'scheduled'
        AND ${mayEditAttendanceSql(ctx, reason)})`,
  })
  const result = await batch(db, {
    end,
    audit: auditStatement(
      ctx,
      {
        action: `booking.${cancellation.leadsTo}`,
        subjectKind: 'booking',
        subjectId: bookingId,
        reason,
        detail: {
          personId: booking.personId,
          occurrenceId,
          ...(window.stage === 'open' ? {} : { reopened: true }),
        },
      },
      rightAfterChange,
    ),
    ...effects,
    ...promotionFactStatements(ctx, occurrenceId),
  })
  await promoteFrom(ctx, occurrenceId, result)
  // Someone was quicker: checked in, promoted or cancelled meanwhile.
  return changed(result.end) > 0
    ? { ok: true, outcome: cancellation.leadsTo }
    : { ok: false, reason: 'not_booked' }
}

function cancellationAtDesk(
  booking: BookingToCancel,
  as: 'on_time' | 'late',
  now: string,
): Cancellation {
  const { state, lotId, chargedMinor, offeredUntil } = booking
  const terms = termsOf(booking, now)
  const feeDueAt = addMinutes(now, feeWaitsMinutes)
  const free = { terms, feeMinor: 0, feeDueAt }
  if (state === 'waitlisted')
    return {
      ...free,
      kind: 'leave',
      leadsTo: offeredUntil ? 'declined' : 'left',
      credit: null,
      backMinor: 0,
    }
  const makeUp = makeUpAfter(booking, as === 'late')
  const returned = lotId === null ? null : 'returned'
  if (as === 'on_time') {
    const back = { credit: returned, makeUp, backMinor: chargedMinor } as const
    return { ...free, kind: 'on_time', leadsTo: 'cancelled_on_time', ...back }
  }
  const { losesCredit, losesPaid, feeMinor } = lossIfLate(terms)
  return {
    terms,
    kind: 'late',
    leadsTo: 'late_cancelled',
    credit: losesCredit ? 'stays_used' : returned,
    makeUp,
    backMinor: losesCredit || losesPaid ? 0 : chargedMinor,
    feeMinor,
    feeDueAt,
  }
}
