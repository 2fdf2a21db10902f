/** "Any of these" as statements for the batches in which a place is won or given up (R4). */
import { type SQL, sql } from 'drizzle-orm'
import type { Statement } from '#app/db/batch.server.ts'
import type { StudioContext } from '#app/domain/scope/contexts.ts'

/** The row of `bookings` waits for no wish, or for one that nothing has won yet: two classes that open at once win once. */
export const wishOpenSql: SQL = sql`(bookings.wish_id IS NULL OR EXISTS (
  SELECT 1 FROM wishes AS v WHERE v.studio_id = bookings.studio_id AND v.id = bookings.wish_id AND v.state = 'open'))`

/**
 * Behind a write that gave booking `id` its place: where it waited as part of a wish, the wish is won and its other lists
 * are left, free and by the system. Acts only while `onlyIf` holds and may run again.
 */
export function wonStatements(
  { db, studio, now }: StudioContext,
  id: string,
  onlyIf: SQL = sql`1`,
) {
  const wish = sql`(
    SELECT s.wish_id FROM bookings AS s
    WHERE s.studio_id = ${studio.id} AND s.id = ${id} AND s.state IN ('booked','checked_in') AND ${onlyIf})`
  return {
    won: db.run(sql`
      UPDATE wishes SET state = 'won', booking_id = ${id}, ended_at = ${now}
      WHERE studio_id = ${studio.id} AND state = 'open' AND id = ${wish}`),
    drop: db.run(sql`
      UPDATE bookings SET state = 'left', ended_at = ${now}, ended_by = 'system'
      WHERE studio_id = ${studio.id} AND wish_id = ${wish} AND state = 'waitlisted' AND id <> ${id}
        AND EXISTS (SELECT 1 FROM wishes AS v WHERE v.id = bookings.wish_id AND v.booking_id = ${id})`),
  }
}

/** A wish that nothing waits for any more is over: the one of this id, or whichever these people have. */
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
        SELECT 1 FROM bookings AS w WHERE w.studio_id = ${studio.id} AND w.wish_id = wishes.id AND w.state = 'waitlisted')`)
}
