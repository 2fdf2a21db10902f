import { sql } from 'drizzle-orm'
import { batch } from '#app/db/batch.server.ts'
import type { MemberContext } from '#app/domain/scope/contexts.ts'
import { taughtOf, taughtSql } from '#app/domain/workouts/classes/class-workout-sql.server.ts'
import {
  planOf,
  publishedWorkoutStatement,
} from '#app/domain/workouts/library/published-workouts.server.ts'
import { weightUnitOf } from '#app/domain/workouts/plan/tokens.ts'
import { instantToMs } from '#app/values/instant.ts'
import { countSetsStatement, remakeBestsStatements } from '../bests/best-statements.server.ts'
import { bestMaxesStatement, exercisesByIdSql, knownOf } from './log-queries.server.ts'
import { setIdOf } from './logged-set.ts'
import { suggested } from './next-set.ts'
import { sessionPlanOf } from './start-workout.server.ts'

export type AddClassWorkoutResult = { ok: true; id: string } | { ok: false; reason: 'not_found' }

/**
 * Puts the workout of a class that the person attended into their log, as it was planned: begun and
 * ended with the class, each set as it was asked where the plan says numbers. They change what was
 * different. A class is in the log once. Not found: a class they were not in, or without a workout
 * that members see.
 */
export async function addClassWorkout(
  ctx: MemberContext,
  key: string,
  occurrenceId: string,
): Promise<AddClassWorkoutResult> {
  const { db, studio, person, now } = ctx
  type Attended = {
    startsAt: string
    endsAt: string
    localStart: string
    taught: string | null
    logged: string | null
  }
  const [attended] = await db.all<Attended>(sql`
    SELECT o.starts_at AS startsAt, o.ends_at AS endsAt, o.local_start AS localStart,
      (${taughtSql(ctx)}) AS taught,
      (SELECT log.id FROM workout_logs AS log WHERE log.studio_id = o.studio_id
        AND log.occurrence_id = o.id AND log.person_id = b.person_id
        AND log.state <> 'discarded') AS logged
    FROM bookings AS b CROSS JOIN occurrences AS o ON o.id = b.occurrence_id
    WHERE b.studio_id = ${studio.id} AND b.person_id = ${person.id}
      AND b.occurrence_id = ${occurrenceId} AND b.state IN ('attended', 'checked_in')`)
  if (!attended) return { ok: false, reason: 'not_found' }
  if (attended.logged) return { ok: true, id: attended.logged }
  const taught = taughtOf(attended.taught)
  const [workout] = taught ? await publishedWorkoutStatement(ctx, taught.id) : []
  if (!workout) return { ok: false, reason: 'not_found' }
  const plan = await sessionPlanOf(ctx, planOf(workout))
  const ids = plan.entries.map(({ exerciseId }) => exerciseId)
  const maxes = await bestMaxesStatement(ctx, person.id, exercisesByIdSql(ids))
  const known = knownOf([], maxes)
  const unit = weightUnitOf(studio)
  const sets = plan.entries.flatMap((entry) => {
    const done = suggested(entry, [], known.get(entry.exerciseId), unit)
    const says = done.reps !== null || done.seconds !== null || done.metres !== null
    return says
      ? Array.from({ length: entry.sets }, (_, i) => ({
          ...done,
          id: setIdOf(entry.id, i + 1),
          entry: entry.id,
          exerciseId: entry.exerciseId,
          n: i + 1,
          type: entry.warmup ? 'warmup' : 'normal',
        }))
      : []
  })
  const { startsAt, endsAt, localStart } = attended
  const { logged } = await batch(db, {
    log: db.run(sql`
      INSERT INTO workout_logs (id, studio_id, person_id, name, state, workout_id, workout_version,
        occurrence_id, plan, started_at, local_start, time_zone, ended_at, input_at, created_at,
        updated_at)
      SELECT ${key}, ${studio.id}, ${person.id}, ${workout.name}, 'finished', ${workout.id},
        ${workout.version}, ${occurrenceId}, ${JSON.stringify(plan)}, ${startsAt}, ${localStart},
        ${studio.timeZone}, ${endsAt}, ${now}, ${now}, ${now}
      WHERE NOT EXISTS (SELECT 1 FROM workout_logs WHERE studio_id = ${studio.id}
        AND occurrence_id = ${occurrenceId} AND person_id = ${person.id} AND state <> 'discarded')
      ON CONFLICT DO NOTHING`),
    sets: db.run(sql`
      INSERT INTO workout_sets (studio_id, log_id, id, person_id, exercise_id, entry, n, type,
        grams, reps, seconds, metres, done_at, changed_ms)
      SELECT ${studio.id}, ${key}, one.value ->> 'id', ${person.id}, one.value ->> 'exerciseId',
        one.value ->> 'entry', one.value ->> 'n', one.value ->> 'type', one.value ->> 'grams',
        one.value ->> 'reps', one.value ->> 'seconds', one.value ->> 'metres', ${startsAt},
        ${instantToMs(startsAt)}
      FROM json_each(${JSON.stringify(sets)}) AS one
      WHERE EXISTS (SELECT 1 FROM workout_logs WHERE studio_id = ${studio.id} AND id = ${key})
      ON CONFLICT DO NOTHING`),
    count: countSetsStatement(ctx, key),
    ...remakeBestsStatements(ctx, person.id, ids),
    logged: db.all<{ id: string }>(sql`
      SELECT id FROM workout_logs WHERE studio_id = ${studio.id}
        AND occurrence_id = ${occurrenceId} AND person_id = ${person.id}
        AND state <> 'discarded'`),
  })
  return logged[0] ? { ok: true, id: logged[0].id } : { ok: false, reason: 'not_found' }
}
