import { type SQL, sql } from 'drizzle-orm'
import type { Statement } from '#app/db/batch.server.ts'
import type { StudioContext } from '#app/domain/scope/contexts.ts'
import { localDate } from '#app/values/zone.ts'
import type { StandingPlace } from './standing-places/standing-place-words.ts'

/** A person's standing places and repeats that go on, by what they are called. */
export function standingPlacesStatement(
  { db, studio, now }: StudioContext,
  personId: string,
): Statement<StandingPlace[]> {
  const outcomes = (condition: SQL) => sql`(
    SELECT count(*) FROM standing_dates AS d CROSS JOIN occurrences AS o ON o.id = d.occurrence_id
    WHERE d.studio_id = s.studio_id AND d.standing_id = s.id AND o.starts_at > ${now} AND ${condition})`
  return db.all<StandingPlace>(sql`
    SELECT s.id, s.kind, s.series_id AS seriesId, t.name AS title, e.first_start AS firstStart, e.rrule,
      CASE WHEN h.preferred_name <> '' THEN h.preferred_name ELSE h.name END AS coachName, r.name AS roomName,
      s.from_date AS fromDate, s.until_date AS untilDate,
      ${outcomes(sql`d.outcome IN ('booked','waitlisted')`)} AS booked,
      ${outcomes(sql`d.outcome NOT IN ('booked','waitlisted','skipped')`)} AS missed
    FROM standing_places AS s CROSS JOIN series AS e ON e.id = s.series_id
    JOIN class_types AS t ON t.id = e.class_type_id JOIN rooms AS r ON r.id = e.room_id JOIN people AS h ON h.id = e.coach_id
    WHERE s.studio_id = ${studio.id} AND s.person_id = ${personId} AND s.ended_at IS NULL AND e.ended_at IS NULL
      AND coalesce(s.until_date, '9999') >= ${localDate(now, studio.timeZone)}
    ORDER BY t.name, e.first_start, s.id LIMIT 50`)
}
