/**
 * Make-ups for the batch of what gives them: a session given up in time, or one that the studio
 * cancelled.
 */
import { type SQL, sql } from 'drizzle-orm'
import type { Statement } from '#app/db/batch.server.ts'
import type { StudioContext } from '#app/domain/scope/contexts.ts'

/**
 * Makes the ids: one for each row of the SELECT, sortable enough and short, as SQL cannot call
 * ours.
 */
const rowId = sql.raw(`lower(hex(randomblob(6)))`)

/**
 * One make-up for each booking of `bookings` (a SELECT of `booking_id`) that an enrolment pays and
 * whose course gives make-ups, good until the set number of days after the course's last session. A
 * booking gives one, ever: one that was taken back, as when the session took place after all, is
 * good again.
 */
export function makeUpsStatement(
  { db, studio, now }: StudioContext,
  bookings: SQL,
): Statement<D1Result> {
  return db.run(sql`
    INSERT INTO make_ups (id, studio_id, person_id, course_id, enrolment_id, booking_id,
      valid_until, created_at)
    SELECT ${rowId}, b.studio_id, b.person_id, course.id, b.enrolment_id, b.id,
      ${makeUpUntilSql}, ${now}
    FROM bookings AS b JOIN enrolments AS enrolment ON enrolment.id = b.enrolment_id
    JOIN courses AS course ON course.id = enrolment.course_id
    WHERE b.studio_id = ${studio.id} AND b.id IN (SELECT booking_id FROM (${bookings}))
      AND b.enrolment_id IS NOT NULL
      AND course.make_up_hours IS NOT NULL AND course.state = 'open'
      AND enrolment.state IN ('enrolled','completed')
    ON CONFLICT (studio_id, booking_id) DO UPDATE SET voided_at = NULL,
      valid_until = excluded.valid_until
      WHERE make_ups.voided_at IS NOT NULL`)
}

/**
 * The local start of the last session of `course` that takes place; of the planned ones where
 * none does.
 */
const lastStartSql = sql.raw(`coalesce((
  SELECT max(session.local_start) FROM occurrences AS session
  WHERE session.studio_id = course.studio_id AND session.series_id = course.id
    AND session.state IN ('scheduled','reconciled')), course.last_start)`)

/** Until when a make-up of `course` is good. */
export const makeUpUntilSql: SQL = sql`date(substr(${lastStartSql}, 1, 10),
  '+' || course.make_up_days || ' days')`

/**
 * Takes back the unused make-ups that `bookings` (a SELECT of `booking_id`) gave, as when the
 * session takes place after all.
 */
export function voidMakeUpsStatement(
  { db, studio, now }: StudioContext,
  where: SQL,
): Statement<D1Result> {
  return db.run(sql`
    UPDATE make_ups AS make_up SET voided_at = ${now}
    WHERE make_up.studio_id = ${studio.id} AND make_up.voided_at IS NULL AND ${where}`)
}

/**
 * Anyone who is in the course of session `occurrenceId` may withdraw free from now on: the studio
 * changed its dates.
 */
export function freeWithdrawalStatement(
  { db, studio, now }: StudioContext,
  occurrenceId: string,
  onlyIf: SQL,
): Statement<D1Result> {
  return db.run(sql`
    UPDATE enrolments SET free_since = ${now}
    WHERE studio_id = ${studio.id} AND state = 'enrolled' AND free_since IS NULL AND course_id = (
      SELECT o.series_id FROM occurrences AS o
      WHERE o.studio_id = ${studio.id} AND o.id = ${occurrenceId}
        AND o.kind IN ('course','workshop')) AND ${onlyIf}`)
}
