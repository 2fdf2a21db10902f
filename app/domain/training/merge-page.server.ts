import { sql } from 'drizzle-orm'
import { batch } from '#app/db/batch.server.ts'
import type { StudioContext } from '#app/domain/scope/contexts.ts'
import { findExercise } from './exercise-queries.server.ts'
import { matchedCte } from './exercise-search.server.ts'

/** Another exercise that could be the same move. */
export type Twin = {
  id: string
  name: string
  state: string
  equipment: string
  muscles: string
  photos: number
  version: number
}

const offered = 12

/**
 * An exercise and what could be the same, by its own name or by what was typed. Null: no such
 * exercise.
 */
export async function mergePage(ctx: StudioContext, exerciseId: string, typed: string) {
  const { db, studio } = ctx
  const exercise = await findExercise(ctx, exerciseId)
  if (!exercise) return null
  // Without a word typed: whatever shares the first word of the name.
  const matched = matchedCte(studio.id, typed || (exercise.name.split(/\s+/)[0] ?? ''))
  if (!matched) return { exercise, twins: [] }
  const { twins } = await batch(db, {
    twins: db.all<Twin>(sql`
      WITH ${matched}
      SELECT exercise.id, exercise.name, exercise.state, exercise.equipment,
        exercise.primary_muscles ->> 0 AS muscles, exercise.version,
        (SELECT count(*) FROM exercise_media AS photo
          WHERE photo.studio_id = exercise.studio_id AND photo.exercise_id = exercise.id) AS photos
      FROM matched CROSS JOIN exercises AS exercise ON exercise.id = matched.exercise_id
      WHERE exercise.studio_id = ${studio.id} AND exercise.id <> ${exerciseId}
        AND exercise.merged_into IS NULL
      ORDER BY matched.score DESC, length(exercise.name), exercise.name LIMIT ${offered}`),
  })
  return { exercise, twins }
}
