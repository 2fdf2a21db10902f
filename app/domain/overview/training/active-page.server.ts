/** What the page of an open workout works with, offline too: read in one batch. */
import { batch } from '#app/db/batch.server.ts'
import { weightUnitStatement } from '#app/domain/people/weight-unit.server.ts'
import type { MemberContext } from '#app/domain/scope/contexts.ts'
import type { ActiveWorkout } from '#app/domain/training-log/session/active-workout.ts'
import {
  bestMaxesStatement,
  earlierSetsStatement,
  exercisesOfPlanSql,
  knownOf,
  logStatement,
  planOfLog,
  setsStatement,
  toLoggedSet,
  trainedExercisesStatement,
} from '#app/domain/training-log/session/log-queries.server.ts'
import { weightUnitOf } from '#app/domain/workouts/plan/tokens.ts'
import { dayShort } from '#app/values/wording.ts'

/** One of the person's own workouts with all its sets and last time's; null for anything else. */
export async function activePage(ctx: MemberContext, id: string): Promise<ActiveWorkout | null> {
  const { studio, person } = ctx
  const asked = exercisesOfPlanSql(ctx, 'workout_logs', id)
  const answer = await batch(ctx.db, {
    unit: weightUnitStatement(ctx, person.id),
    log: logStatement(ctx, person.id, id),
    sets: setsStatement(ctx, person.id, id),
    earlier: earlierSetsStatement(ctx, person.id, asked, id),
    maxes: bestMaxesStatement(ctx, person.id, asked),
    exercises: trainedExercisesStatement(ctx, asked),
  })
  const [log] = answer.log
  if (!log) return null
  const known = [...knownOf(answer.earlier, answer.maxes)].map(
    ([exerciseId, one]) =>
      [exerciseId, { ...one, day: one.day && dayShort(one.day, studio.locale) }] as const,
  )
  return {
    id,
    name: log.name,
    state: log.state,
    startedAt: log.startedAt,
    endedAt: log.endedAt,
    timeZone: log.timeZone,
    locale: studio.locale,
    plan: planOfLog(log),
    planMs: log.planMs,
    rest: { until: log.restUntil, seconds: log.restSeconds },
    sets: answer.sets.map(toLoggedSet),
    unit: answer.unit[0]?.weightUnit || weightUnitOf(studio),
    known,
    shown: answer.exercises.filter(({ shown }) => shown).map(({ id: exercise }) => exercise),
  }
}
