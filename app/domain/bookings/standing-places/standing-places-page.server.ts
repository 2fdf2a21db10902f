import { sql } from 'drizzle-orm'
import { batch } from '#app/db/batch.server.ts'
import { standingPlacesStatement } from '#app/domain/bookings/standing-place-queries.server.ts'
import { personStatement } from '#app/domain/people/person-queries.server.ts'
import type { StudioContext } from '#app/domain/scope/contexts.ts'
import { everyWords, type StandingPlace } from './standing-place-words.ts'

type SeriesRow = Pick<
  StandingPlace,
  'title' | 'firstStart' | 'rrule' | 'coachName' | 'roomName'
> & { id: string }

/** The standing places of a person, and the series in which one can be given, in one batch. Null: no such person. */
export async function standingPlacesPage(ctx: StudioContext, personId: string) {
  const { db, studio, now } = ctx
  const answer = await batch(db, {
    person: personStatement(ctx, personId),
    places: standingPlacesStatement(ctx, personId),
    series: db.all<SeriesRow>(sql`
      SELECT e.id, t.name AS title, e.first_start AS firstStart, e.rrule, r.name AS roomName,
        CASE WHEN h.preferred_name <> '' THEN h.preferred_name ELSE h.name END AS coachName
      FROM series AS e JOIN class_types AS t ON t.id = e.class_type_id JOIN rooms AS r ON r.id = e.room_id
      JOIN people AS h ON h.id = e.coach_id
      WHERE e.studio_id = ${studio.id} AND e.rrule <> '' AND e.ended_at IS NULL AND EXISTS (
        SELECT 1 FROM occurrences AS o WHERE o.studio_id = e.studio_id AND o.series_id = e.id AND o.starts_at > ${now}
          AND o.state = 'scheduled')
      ORDER BY t.name, substr(e.first_start, 12) LIMIT 500`),
  })
  const [person] = answer.person
  if (!person) return null
  const taken = new Set(answer.places.map(({ seriesId }) => seriesId))
  return {
    person: { id: person.id, name: person.name, archived: person.archivedAt !== null },
    places: answer.places,
    options: answer.series
      .filter(({ id }) => !taken.has(id))
      .map((series) => ({
        value: series.id,
        label: `${series.title}: ${everyWords(series, studio.locale).toLowerCase()}, ${series.coachName}, ${series.roomName}`,
      })),
  }
}
