/** "Any of these" as statements for the batches in which a place is won or given up (R4). */
import { type SQL, sql } from 'drizzle-orm'
import type { Statement } from '#app/db/batch.server.ts'
import type { StudioContext } from '#app/domain/scope/contexts.ts'

/**
 * The row of `bookings` waits for no wish, or for one that nothing has won yet: two classes that
 * open at once win once.
 */
export const wishOpenSql: SQL = sql`(bookings.wish_id IS NULL OR EXISTS (
  SELECT 1 FROM wishes AS wish
  WHERE wish.studio_id = bookings.studio_id AND wish.id = bookings.wish_id
    AND wish.state = 'open'))`

/**
 * Behind a write that gave booking `id` its place: where it waited as part of a wish, the wish is
 * won and its other lists are left, free and by the system. Acts only while `onlyIf` holds and may
 * run again.
 */
export function wonStatements(
  { db, studio, now }: StudioContext,
  id: string,
  onlyIf: SQL = sql`1`,
) {
  const wish = sql`(
    SELECT seated.wish_id FROM bookings AS seated
    WHERE seated.studio_id = ${studio.id} AND seated.id = ${id}
      AND seated.state IN ('booked','checked_in') AND ${onlyIf})`
  return {
    won: db.run(sql`
      UPDATE wishes SET state = 'won', booking_id = ${id}, ended_at = ${now}
      WHERE studio_id = ${studio.id} AND state = 'open' AND id = ${wish}`),
    drop: db.run(sql`
      UPDATE bookings SET state = 'left', ended_at = ${now}, ended_by = 'system'
      WHERE studio_id = ${studio.id} AND wish_id = ${wish} AND state = 'waitlisted' AND id <> ${id}
        AND EXISTS (SELECT 1 FROM wishes AS wish
          WHERE wish.id = bookings.wish_id AND wish.booking_id = ${id})`),
  }
}

/**
 * The same behind a write that gave an enrolment its places: a wish that waited for one of these
 * sessions is won by the first of them, and its other lists are left.
 */
export function wonByEnrolmentStatements({ db, studio, now }: StudioContext, enrolmentId: string) {
  const wishes = sql`(
    SELECT seated.wish_id FROM bookings AS seated
    WHERE seated.studio_id = ${studio.id} AND seated.enrolment_id = ${enrolmentId}
      AND seated.wish_id IS NOT NULL AND seated.state IN ('booked','checked_in'))`
  return {
    wishWon: db.run(sql`
      UPDATE wishes SET state = 'won', ended_at = ${now}, booking_id = (
        SELECT seated.id FROM bookings AS seated
        JOIN occurrences AS session ON session.id = seated.occurrence_id
        WHERE seated.studio_id = ${studio.id} AND seated.enrolment_id = ${enrolmentId}
          AND seated.wish_id = wishes.id AND seated.state IN ('booked','checked_in')
        ORDER BY session.starts_at LIMIT 1)
      WHERE studio_id = ${studio.id} AND state = 'open' AND id IN ${wishes}`),
    wishDrop: db.run(sql`
      UPDATE bookings SET state = 'left', ended_at = ${now}, ended_by = 'system'
      WHERE studio_id = ${studio.id} AND wish_id IN ${wishes} AND state = 'waitlisted'`),
  }
}

/**
 * A wish that nothing waits for any more is over: the one of this id, or whichever these people
 * have.
 */
export function endEmptyWishStatement(
  { db, studio, now }: StudioContext,
  of: string | { people: readonly string[] },
): Statement<D1Result> {
  const which =
    typeof of === 'string'
      ? sql`id = ${of}`
      : sql`person_id IN (SELECT value FROM json_each(${JSON.stringify(of.people)}))`
  return db.run(sql`
    UPDATE wishes SET state = 'dropped', ended_at = ${now}
    WHERE studio_id = ${studio.id} AND state = 'open' AND ${which}
      AND NOT EXISTS (
        SELECT 1 FROM bookings AS waiting_booking
        WHERE waiting_booking.studio_id = ${studio.id} AND waiting_booking.wish_id = wishes.id
          AND waiting_booking.state = 'waitlisted')`)
}
