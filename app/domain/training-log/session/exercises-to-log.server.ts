import { sql } from 'drizzle-orm'
import type { StudioContext } from '#app/domain/scope/contexts.ts'
import type { LogType } from '#app/domain/training/log-type.ts'
import { nameCandidates } from '#app/domain/training/name-candidates.server.ts'

export type ExerciseToLog = { id: string; name: string; logType: LogType; about: string }

const most = 8

/**
 * Exercises by words of their name; or, with `instead`, those that train the same muscle: with other
 * equipment where that is missing, and with none where something hurts and the weight has to go.
 * Only what members see.
 */
export async function exercisesToLog(
  ctx: StudioContext,
  { q, instead, why }: { q: string; instead: string; why: string },
): Promise<ExerciseToLog[]> {
  const { db, studio } = ctx
  if (q.trim() !== '') {
    const found = (await nameCandidates(ctx, [q])).get(q)?.candidates ?? []
    return found.map((one) => ({ ...one, about: '' }))
  }
  if (instead === '') return []
  const wanted =
    why === 'injury'
      ? sql`(exercise.equipment IN ('', 'body only') OR exercise.log_type IN ('time', 'hold'))`
      : sql`exercise.equipment <> given.equipment`
  return db.all<ExerciseToLog>(sql`
    SELECT exercise.id, exercise.name, exercise.log_type AS logType, exercise.equipment AS about
    FROM exercises AS given CROSS JOIN exercises AS exercise
      ON exercise.studio_id = given.studio_id AND exercise.body_part = given.body_part
        AND exercise.state = 'published' AND exercise.id <> given.id
    WHERE given.studio_id = ${studio.id} AND given.id = ${instead} AND given.body_part <> ''
      AND ${wanted}
    ORDER BY (exercise.primary_muscles ->> 0 IS given.primary_muscles ->> 0) DESC,
      (exercise.mechanic = given.mechanic) DESC, (exercise.level = given.level) DESC, exercise.name
    LIMIT ${most}`)
}
