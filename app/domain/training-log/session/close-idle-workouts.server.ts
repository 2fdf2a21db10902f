import { type SQL, sql } from 'drizzle-orm'
import { batch } from '#app/db/batch.server.ts'
import type { StudioContext } from '#app/domain/scope/contexts.ts'
import type { Look } from '#app/domain/scope/look.ts'
import { addMinutes } from '#app/values/instant.ts'
import { countSetsStatement, remakeBestsStatements } from '../bests/best-statements.server.ts'
import { idleHours } from './log-state.ts'

/** Workouts that one run closes; the next minute takes the rest. */
const atOnce = 20

// An end without a state comes from two records of one person that were merged.
const idleSql = (studio: SQL, { now }: Pick<Look, 'now'>): SQL => sql`
  log.state IN ('in_progress', 'paused') AND log.studio_id = ${studio}
    AND (log.input_at <= ${addMinutes(now, -idleHours * 60)} OR log.ended_at IS NOT NULL)`

/** Whether a studio has open workouts in which nothing was logged for hours. */
export const closeIdleWorkoutsDue = (look: Look): SQL =>
  sql`EXISTS (SELECT 1 FROM workout_logs AS log WHERE ${idleSql(look.studio, look)})`

/**
 * Closes workouts in which nothing was logged for six hours: they end when something was last
 * logged, their sets count, and the person is asked on their next visit. One without any set is
 * discarded. A second run finds none. Answers how many.
 */
export async function closeIdleWorkouts(ctx: StudioContext): Promise<number> {
  const { db, studio, now } = ctx
  const idle = await db.all<{ id: string; personId: string; exercises: string }>(sql`
    SELECT log.id, log.person_id AS personId,
      (SELECT json_group_array(DISTINCT s.exercise_id) FROM workout_sets AS s
        WHERE s.studio_id = log.studio_id AND s.log_id = log.id AND s.removed = 0) AS exercises
    FROM workout_logs AS log WHERE ${idleSql(sql`${studio.id}`, { now })} LIMIT ${atOnce}`)
  for (const { id, personId, exercises } of idle) {
    const trained = JSON.parse(exercises) as string[]
    await batch(db, {
      close: db.run(sql`
        UPDATE workout_logs AS log SET state = ${trained.length > 0 ? 'auto_closed' : 'discarded'},
          ended_at = coalesce(ended_at, input_at), rest_until = NULL, updated_at = ${now}
        WHERE log.id = ${id} AND ${idleSql(sql`${studio.id}`, { now })}`),
      count: countSetsStatement(ctx, id),
      ...remakeBestsStatements(ctx, personId, trained),
    })
  }
  return idle.length
}
