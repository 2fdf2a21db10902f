import { type SQL, sql } from 'drizzle-orm'
import { batch, changed, type Statement } from '#app/db/batch.server.ts'
import { auditStatement, rightAfterChange } from '#app/domain/audit/audit.server.ts'
import { bannedSql } from '#app/domain/people/banned-sql.server.ts'
import {
  attendanceFactsStatement,
  attendanceOpenSql,
  editableDaysSql,
  mayEditAttendanceSql,
} from '#app/domain/places/attendance-sql.server.ts'
import {
  type AttendanceRefusal,
  attendanceRefusal,
  attendanceWindow,
} from '#app/domain/places/attendance-window.ts'
import type { StudioContext } from '#app/domain/scope/contexts.ts'
import type { StaffContext } from '#app/domain/scope/staff-context.ts'
import { localDate } from '#app/values/zone.ts'

export type CheckInResult =
  | { ok: true; again?: true }
  | { ok: false; reason: 'not_found' | 'not_booked' | 'another_day' | 'reconciled' | 'banned' }
  | AttendanceRefusal

/**
 * Someone booked is here: `checked_in`, from the morning of the class's day until it is settled
 * (SM-BOOK). Twice is once. Refused: a class of another day, one that is settled (an outcome is
 * corrected then), anyone who holds no place or is banned, and a class whose time for editing
 * attendance is over, but for anyone who may reopen it with a `reason`.
 */
export function checkIn(
  ctx: StaffContext,
  occurrenceId: string,
  bookingId: string,
  reason = '',
): Promise<CheckInResult> {
  return turn(ctx, occurrenceId, bookingId, reason, {
    from: 'booked',
    to: 'checked_in',
    action: 'booking.checked_in',
  })
}

/**
 * Takes a check-in back: the person is booked, as before. Twice is once; not after the class is
 * settled, and as long as attendance may be edited.
 */
export function undoCheckIn(
  ctx: StaffContext,
  occurrenceId: string,
  bookingId: string,
  reason = '',
): Promise<CheckInResult> {
  return turn(ctx, occurrenceId, bookingId, reason, {
    from: 'checked_in',
    to: 'booked',
    action: 'booking.check_in_undone',
  })
}

/**
 * The guarded write behind both: from one state to the other, on the day of the class or later,
 * until it is settled, and while `mayEdit` holds of class `o`: for as long as the studio lets
 * attendance be edited. `onlyIf` is a further condition over the row of `bookings`. For a batch,
 * with an audit line right behind.
 */
export function turnStatement(
  { db, studio, now }: StudioContext,
  bookingId: string,
  {
    from,
    to,
    onlyIf,
    mayEdit = attendanceOpenSql(now),
  }: { from: Turn['from']; to: Turn['to']; onlyIf: SQL; mayEdit?: SQL },
): Statement<D1Result> {
  return db.run(sql`
    UPDATE bookings SET state = ${to}
    WHERE studio_id = ${studio.id} AND id = ${bookingId} AND state = ${from} AND ${onlyIf}
      AND ${to === 'checked_in' ? sql`NOT ${bannedSql(sql`bookings.person_id`)}` : sql`1`}
      AND EXISTS (
        SELECT 1 FROM occurrences AS o
        WHERE o.studio_id = ${studio.id} AND o.id = bookings.occurrence_id
          AND o.state = 'scheduled'
          AND substr(o.local_start, 1, 10) <= ${localDate(now, studio.timeZone)} AND ${mayEdit})`)
}

type Turn =
  | { from: 'booked'; to: 'checked_in'; action: 'booking.checked_in' }
  | { from: 'checked_in'; to: 'booked'; action: 'booking.check_in_undone' }

async function turn(
  ctx: StaffContext,
  occurrenceId: string,
  bookingId: string,
  reason: string,
  { from, to, action }: Turn,
): Promise<CheckInResult> {
  const { db, studio, now } = ctx
  const today = localDate(now, studio.timeZone)
  const why = reason.trim().slice(0, 200)
  const reopened = why !== '' && (await reopens(ctx, occurrenceId))
  const { turned, found } = await batch(db, {
    turned: turnStatement(ctx, bookingId, {
      from,
      to,
      onlyIf: sql`occurrence_id = ${occurrenceId}`,
      mayEdit: mayEditAttendanceSql(ctx, why),
    }),
    audit: auditStatement(
      ctx,
      {
        action,
        subjectKind: 'booking',
        subjectId: bookingId,
        reason: why,
        detail: reopened ? { reopened } : {},
      },
      rightAfterChange,
    ),
    found: db.all<{
      state: string
      classState: string
      date: string
      endsAt: string
      editableDays: number
      banned: number
    }>(sql`
      SELECT b.state, ${bannedSql(sql`b.person_id`)} AS banned, o.state AS classState, substr(o.local_start, 1, 10) AS date,
        o.ends_at AS endsAt, ${editableDaysSql('o')} AS editableDays
      FROM bookings AS b JOIN occurrences AS o ON o.id = b.occurrence_id
      WHERE b.studio_id = ${studio.id} AND b.id = ${bookingId}
        AND b.occurrence_id = ${occurrenceId}`),
  })
  const [booking] = found
  if (!booking) return { ok: false, reason: 'not_found' }
  if (changed(turned) > 0) return { ok: true }
  if (booking.state === to) return { ok: true, again: true }
  if (booking.classState === 'reconciled') return { ok: false, reason: 'reconciled' }
  const over = attendanceRefusal(attendanceWindow(booking, ctx.actor.role, now), why)
  if (over) return over
  if (to === 'checked_in' && booking.banned === 1) return { ok: false, reason: 'banned' }
  return {
    ok: false,
    reason: booking.state === from && booking.date > today ? 'another_day' : 'not_booked',
  }
}

/** Attendance is no longer edited as usual, and who acts may reopen it. */
async function reopens(ctx: StaffContext, occurrenceId: string): Promise<boolean> {
  const { facts } = await batch(ctx.db, { facts: attendanceFactsStatement(ctx, occurrenceId) })
  const [place] = facts
  return !!place && attendanceWindow(place, ctx.actor.role, ctx.now).stage === 'reopen'
}
