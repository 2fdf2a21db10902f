import { type SQL, sql } from 'drizzle-orm'
import { batch, changed, type Statement } from '#app/db/batch.server.ts'
import { auditStatement, lineWrittenSql, rightAfterChange } from '#app/domain/audit/audit.server.ts'
import { giveBackStatements } from '#app/domain/billing/open-items.server.ts'
import {
  correctionStatement,
  entriesForStatement,
  forfeitStatement,
  returnStatement,
  takenOfLotSql,
} from '#app/domain/entitlements/ledger.server.ts'
import { askTrialAgainStatement } from '#app/domain/leads/trial-statements.server.ts'
import { noticeStatement } from '#app/domain/messaging/notices.server.ts'
import { editableDaysSql, mayEditAttendanceSql } from '#app/domain/places/attendance-sql.server.ts'
import {
  type AttendanceRefusal,
  attendanceRefusal,
  attendanceWindow,
} from '#app/domain/places/attendance-window.ts'
import { losesCreditSql } from '#app/domain/places/booking-sql.server.ts'
import { makeUpsStatement } from '#app/domain/places/make-up-statements.server.ts'
import { lotBalanceSql } from '#app/domain/places/pays-guards.server.ts'
import type { StaffContext } from '#app/domain/scope/staff-context.ts'
import { correctedLineStatements } from '#app/domain/staff-pay/pay-line-statements.server.ts'
import { paths } from '#app/paths.ts'
import { newId } from '#app/values/id.ts'
import { addMinutes } from '#app/values/instant.ts'
import { dayTime } from '#app/values/wording.ts'
import { noShowFeeSql } from '../availability/policy-limits.server.ts'
import { feeWaitsMinutes } from '../cancelling/cancellation.ts'
import { type Correctable, type Corrected, corrections } from './corrections.ts'

export type ReverseOutcomeResult =
  | { ok: true; outcome: Corrected; again?: true }
  | {
      ok: false
      reason:
        | 'not_found'
        | 'nothing_to_correct'
        | 'changed_meanwhile'
        | 'credit_spent'
        | 'no_reason'
    }
  | AttendanceRefusal

type Outcome = {
  state: string
  payTurn: number
  personId: string
  lotId: string | null
  paidUpFront: number
  title: string
  localStart: string
  losesCredit: number
  /** What it has taken of its lot: -1, or 0 once the credit came back. */
  taken: number
  /** A no-show loses the credit and owes the fee as well. */
  both: number
  noShowFeeMinor: number
  endsAt: string
  editableDays: number
}

/**
 * Corrects an outcome, with a reason and under the name of the person who does it: a late cancel
 * becomes one in time, a no-show attended, or attended a no-show (SM-BOOK). `from` is the outcome
 * that was on the page. What hung on it is reversed in the same guarded batch, once: the credit
 * goes back or is used after all; a fee becomes void and what was paid for it is given back, or it
 * is noted again for anyone who would owe it; and the outcome of a lead’s trial is worked out
 * again. Guests cancelled along with a late cancel follow its correction. Refused without a reason,
 * and where the credit to be used again has been spent elsewhere (`credit_spent`). Once attendance
 * may no longer be edited only who may reopen it corrects it; the line in the audit says that it
 * was after that.
 */
export async function reverseOutcome(
  ctx: StaffContext,
  occurrenceId: string,
  bookingId: string,
  { from, reason }: { from: Correctable; reason: string },
): Promise<ReverseOutcomeResult> {
  const { db, studio } = ctx
  const why = reason.trim().slice(0, 200)
  if (why === '') return { ok: false, reason: 'no_reason' }
  const to = corrections[from]
  const find = () =>
    db.all<Outcome>(sql`
    SELECT b.state, b.pay_turn AS payTurn, b.person_id AS personId, b.lot_id AS lotId,
      b.enrolment_id IS NOT NULL OR b.make_up_id IS NOT NULL AS paidUpFront, class_type.name AS title,
      o.local_start AS localStart, ${losesCreditSql('b')} AS losesCredit,
      ${takenOfLotSql(sql`b.studio_id`, sql`b.id`, sql`b.lot_id`)} AS taken,
      policy.no_show_both AS both, ${noShowFeeSql(ctx.now)} AS noShowFeeMinor,
      o.ends_at AS endsAt, ${editableDaysSql('o')} AS editableDays
    FROM bookings AS b JOIN occurrences AS o ON o.id = b.occurrence_id
    JOIN class_types AS class_type ON class_type.id = o.class_type_id
    JOIN policies AS policy ON policy.id = b.policy_id
    JOIN people AS person ON person.id = b.person_id
    WHERE b.studio_id = ${studio.id} AND b.id = ${bookingId} AND b.occurrence_id = ${occurrenceId}`)
  const [booking] = await find()
  if (!booking) return { ok: false, reason: 'not_found' }
  if (booking.state === to) return { ok: true, outcome: to, again: true }
  if (booking.state !== from) return { ok: false, reason: 'nothing_to_correct' }
  const window = attendanceWindow(booking, ctx.actor.role, ctx.now)
  const over = attendanceRefusal(window, why)
  if (over) return over

  const auditId = newId()
  const done = lineWrittenSql(auditId)
  // Where absence gives the credit back, coming after all uses it again: the lot must still have
  // it.
  const usesCreditAgain = to === 'attended' && booking.lotId !== null && !booking.losesCredit
  const { corrected } = await batch(db, {
    corrected: db.run(sql`
      UPDATE bookings SET state = ${to}
      WHERE studio_id = ${studio.id} AND id = ${bookingId} AND state = ${from}
        AND pay_turn = ${booking.payTurn}
        AND ${usesCreditAgain ? sql`${lotBalanceSql(studio.id, booking.lotId!)} >= 1` : sql`1`}
        AND EXISTS (SELECT 1 FROM occurrences AS o
          WHERE o.studio_id = ${studio.id} AND o.id = ${occurrenceId}
            AND ${mayEditAttendanceSql(ctx, why)})`),
    audit: auditStatement(
      ctx,
      {
        id: auditId,
        action: 'booking.corrected',
        subjectKind: 'booking',
        subjectId: bookingId,
        reason: why,
        detail: {
          from,
          to,
          personId: booking.personId,
          occurrenceId,
          ...(window.stage === 'open' ? {} : { reopened: true }),
        },
      },
      rightAfterChange,
    ),
    credit: creditStatement(ctx, bookingId, booking, { from, why }, done),
    makeUp:
      from === 'late_cancelled'
        ? makeUpsStatement(ctx, sql`SELECT ${bookingId} AS booking_id WHERE ${done}`)
        : null,
    ...feeStatements(ctx, bookingId, booking, { from, why }, done),
    ...(from === 'late_cancelled' ? giveBackStatements(ctx, bookingId, done) : {}),
    ...(from === 'late_cancelled' ? guestStatements(ctx, bookingId, why, done) : {}),
    ...correctedLineStatements(ctx, occurrenceId, done),
    trial: askTrialAgainStatement(ctx, { bookingId, personId: booking.personId }, done),
    notice: noticeStatement(
      ctx,
      {
        personId: booking.personId,
        dedupeKey: `booking-corrected:${auditId}`,
        kind: 'booking-corrected',
        text: `${booking.title}, ${dayTime(booking.localStart, studio.locale)}: ${sentences[from]}`,
        path: paths.portalBookings(studio),
      },
      done,
    ),
  })
  if (changed(corrected) > 0) return { ok: true, outcome: to }
  const [after] = await find()
  if (after?.state === to) return { ok: true, outcome: to, again: true }
  return {
    ok: false,
    reason: usesCreditAgain && after?.state === from ? 'credit_spent' : 'changed_meanwhile',
  }
}

const sentences: Record<Correctable, string> = {
  late_cancelled: 'your late cancellation now counts as in time. You won’t be charged.',
  no_show: 'you’re now marked as attended. You won’t be charged.',
  attended: 'you’re now marked as a no-show.',
}

type Correction = { from: Correctable; why: string }

/**
 * Guests who went at the same moment as the host's late cancel: in time as well, with what had been
 * used or is owed for them. One that was given up alone before keeps its own outcome.
 */
function guestStatements(ctx: StaffContext, hostId: string, why: string, done: SQL) {
  const { db, studio } = ctx
  const went = (state: string) => sql`FROM bookings AS guest_booking
    JOIN bookings AS host_booking ON host_booking.id = guest_booking.guest_of
    WHERE guest_booking.studio_id = ${studio.id} AND guest_booking.guest_of = ${hostId}
      AND guest_booking.state = ${state} AND guest_booking.ended_at = host_booking.ended_at
      AND ${done}`
  const back = giveBackStatements(ctx, sql`SELECT guest_booking.id ${went('cancelled_on_time')}`)
  return {
    guests: db.run(sql`
      UPDATE bookings SET state = 'cancelled_on_time'
      WHERE id IN (SELECT guest_booking.id ${went('late_cancelled')})`),
    guestCredits: entriesForStatement(
      ctx,
      'return',
      sql`SELECT guest_booking.id AS booking_id, guest_booking.person_id,
        guest_booking.lot_id ${went('cancelled_on_time')}`,
      why,
    ),
    guestItems: back.back,
    guestOpen: back.void,
  }
}

function creditStatement(
  ctx: StaffContext,
  bookingId: string,
  { lotId, personId, losesCredit, taken }: Outcome,
  { from, why }: Correction,
  done: SQL,
): Statement<D1Result> | null {
  if (lotId === null) return null
  const entry = { personId, lotId, bookingId, reason: why }
  if (from === 'late_cancelled') return taken < 0 ? returnStatement(ctx, entry, done) : null
  if (losesCredit) return from === 'attended' ? forfeitStatement(ctx, entry, done) : null
  return correctionStatement(ctx, { ...entry, amount: from === 'no_show' ? -1 : 1 }, done)
}

/** A fee that was owed is void, one that was paid is given back; a no-show owes one again. */
function feeStatements(
  ctx: StaffContext,
  bookingId: string,
  { personId, lotId, losesCredit, both, noShowFeeMinor, paidUpFront }: Outcome,
  { from, why }: Correction,
  done: SQL,
) {
  const { db, studio, now } = ctx
  if (from !== 'attended') {
    const ended = sql`SELECT fee.id FROM fees AS fee WHERE fee.studio_id = ${studio.id}
      AND fee.booking_id = ${bookingId} AND fee.state IN ('void','collected')`
    const charged = giveBackStatements(ctx, ended, done)
    return {
      fee: db.run(sql`
        UPDATE fees SET state = 'void', reason = ${why}
        WHERE studio_id = ${studio.id} AND booking_id = ${bookingId}
          AND state IN ('pending','due') AND ${done}`),
      feeBack: charged.back,
      feeOpen: charged.void,
      feePaid: db.run(sql`
        UPDATE fees SET state = 'void', reason = ${why}
        WHERE studio_id = ${studio.id} AND booking_id = ${bookingId} AND state = 'collected'
          AND ${done}`),
    }
  }
  if (noShowFeeMinor === 0 || paidUpFront || (lotId !== null && losesCredit && !both)) return {}
  const dueAt = addMinutes(now, feeWaitsMinutes)
  // What was charged and taken back is another fee: this one is charged by its own id.
  return {
    fee: db.run(sql`
      INSERT INTO fees (id, studio_id, person_id, booking_id, kind, amount_minor, currency, state,
        due_at, reason, created_at)
      SELECT ${newId()}, ${studio.id}, ${personId}, ${bookingId}, 'no_show', ${noShowFeeMinor},
        ${studio.currency}, 'pending', ${dueAt}, ${why}, ${now}
      WHERE ${done}
      ON CONFLICT (studio_id, booking_id, kind) DO UPDATE SET id = excluded.id, state = 'pending',
        due_at = excluded.due_at, amount_minor = excluded.amount_minor, reason = excluded.reason
      WHERE state = 'void'`),
  }
}
