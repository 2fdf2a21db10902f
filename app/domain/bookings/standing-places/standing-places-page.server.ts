import { sql } from 'drizzle-orm'
import { batch } from '#app/db/batch.server.ts'
import { calledSql } from '#app/domain/people/called-sql.server.ts'
import { personStatement } from '#app/domain/people/person-queries.server.ts'
import type { StudioContext } from '#app/domain/scope/contexts.ts'
import { standingPlacesStatement } from './standing-place-queries.server.ts'
import { everyInSentence, everyWords, type StandingPlace } from './standing-place-words.ts'

type SeriesRow = Pick<
  StandingPlace,
  'title' | 'firstStart' | 'rrule' | 'coachName' | 'roomName'
> & { id: string }

/**
 * The standing places of a person, and the series in which one can be given, in one batch. Null: no
 * such person.
 */
export async function standingPlacesPage(ctx: StudioContext, personId: string) {
  const { db, studio, now } = ctx
  const answer = await batch(db, {
    person: personStatement(ctx, personId),
    places: standingPlacesStatement(ctx, personId),
    series: db.all<SeriesRow>(sql`
      SELECT series.id, class_type.name AS title, series.first_start AS firstStart, series.rrule,
        room.name AS roomName, ${calledSql('coach')} AS coachName
      FROM series JOIN class_types AS class_type ON class_type.id = series.class_type_id
      JOIN rooms AS room ON room.id = series.room_id
      JOIN people AS coach ON coach.id = series.coach_id
      WHERE series.studio_id = ${studio.id} AND series.rrule <> '' AND series.ended_at IS NULL
        AND EXISTS (
          SELECT 1 FROM occurrences AS o
          WHERE o.studio_id = series.studio_id AND o.series_id = series.id AND o.starts_at > ${now}
            AND o.state = 'scheduled')
      ORDER BY class_type.name, substr(series.first_start, 12) LIMIT 500`),
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
        label:
          `${series.title}: ${everyInSentence(everyWords(series, studio.locale))}, ` +
          `${series.coachName}, ${series.roomName}`,
      })),
  }
}
