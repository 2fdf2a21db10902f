import { type SQL, sql } from 'drizzle-orm'
import type { Statement } from '#app/db/batch.server.ts'
import { calledSql } from '#app/domain/people/called-sql.server.ts'
import type { StudioContext } from '#app/domain/scope/contexts.ts'
import { localDate } from '#app/values/zone.ts'
import type { StandingPlace } from './standing-place-words.ts'

/** A person's standing places and repeats that go on, by what they are called. */
export function standingPlacesStatement(
  { db, studio, now }: StudioContext,
  personId: string,
): Statement<StandingPlace[]> {
  const outcomes = (condition: SQL) => sql`(
    SELECT count(*) FROM standing_dates AS standing_date
    CROSS JOIN occurrences AS o ON o.id = standing_date.occurrence_id
    WHERE standing_date.studio_id = standing_place.studio_id
      AND standing_date.standing_id = standing_place.id AND o.starts_at > ${now} AND ${condition})`
  return db.all<StandingPlace>(sql`
    SELECT standing_place.id, standing_place.kind, standing_place.series_id AS seriesId,
      class_type.name AS title, series.first_start AS firstStart, series.rrule,
      ${calledSql('coach')} AS coachName, room.name AS roomName,
      standing_place.from_date AS fromDate, standing_place.until_date AS untilDate,
      ${outcomes(sql`standing_date.outcome IN ('booked','waitlisted')`)} AS booked,
      ${outcomes(sql`standing_date.outcome NOT IN ('booked','waitlisted','skipped')`)} AS missed
    FROM standing_places AS standing_place CROSS JOIN series ON series.id = standing_place.series_id
    JOIN class_types AS class_type ON class_type.id = series.class_type_id
    JOIN rooms AS room ON room.id = series.room_id
    JOIN people AS coach ON coach.id = series.coach_id
    WHERE standing_place.studio_id = ${studio.id} AND standing_place.person_id = ${personId}
      AND standing_place.ended_at IS NULL AND series.ended_at IS NULL
      AND coalesce(standing_place.until_date, '9999') >= ${localDate(now, studio.timeZone)}
    ORDER BY class_type.name, series.first_start, standing_place.id LIMIT 50`)
}
