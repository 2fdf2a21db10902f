import { sql } from 'drizzle-orm'
import { batch } from '#app/db/batch.server.ts'
import { opensFlowSql } from '#app/domain/flows/library/flow-queries.server.ts'
import type { Actor, StudioContext } from '#app/domain/scope/contexts.ts'

type SeriesRow = {
  id: string
  title: string
  firstStart: string
  rrule: string
  ended: number
  onlineUrl: string
  version: number
  coachName: string
  roomName: string
  flowId: string | null
  workoutId: string | null
  coming: number
}

/**
 * What the classes of a series are taught from, and what there is to choose. Null for no class
 * series of this studio. One trip.
 */
export async function seriesTeachingPage(
  { db, studio, now }: StudioContext,
  actor: Pick<Actor, 'userId' | 'role'>,
  seriesId: string,
) {
  const { found, flows, workouts } = await batch(db, {
    found: db.all<SeriesRow>(sql`
      SELECT series.id, type.name AS title, series.first_start AS firstStart, series.rrule,
        series.ended_at IS NOT NULL AS ended, series.online_url AS onlineUrl, series.version,
        coach.name AS coachName, room.name AS roomName,
        (SELECT flow_id FROM series_flows
          WHERE studio_id = ${studio.id} AND series_id = ${seriesId}) AS flowId,
        (SELECT workout_id FROM series_workouts
          WHERE studio_id = ${studio.id} AND series_id = ${seriesId}) AS workoutId,
        (SELECT count(*) FROM occurrences AS o WHERE o.studio_id = ${studio.id}
          AND o.series_id = ${seriesId} AND o.starts_at > ${now}
          AND o.state IN ('scheduled', 'draft')) AS coming
      FROM series JOIN class_types AS type ON type.id = series.class_type_id
      JOIN people AS coach ON coach.id = series.coach_id
      JOIN rooms AS room ON room.id = series.room_id
      WHERE series.studio_id = ${studio.id} AND series.id = ${seriesId}`),
    flows: db.all<{ id: string; title: string; state: string }>(sql`
      SELECT flow.id, flow.title, flow.state FROM flows AS flow
      WHERE flow.studio_id = ${studio.id} AND flow.state <> 'archived' AND ${opensFlowSql(actor)}
      ORDER BY flow.title, flow.id LIMIT 300`),
    workouts: db.all<{ id: string; name: string; state: string }>(sql`
      SELECT id, name, state FROM workouts
      WHERE studio_id = ${studio.id} AND state <> 'archived' ORDER BY name, id LIMIT 300`),
  })
  const [series] = found
  return series ? { series, flows, workouts } : null
}
