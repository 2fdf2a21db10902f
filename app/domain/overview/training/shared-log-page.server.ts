import { batch } from '#app/db/batch.server.ts'
import type { StudioContext } from '#app/domain/scope/contexts.ts'
import { newBestsStatement } from '#app/domain/training-log/bests/best-queries.server.ts'
import { findShared } from '#app/domain/training-log/history/shared-logs.server.ts'
import {
  bestMaxesStatement,
  earlierSetsStatement,
  exercisesOfPlanSql,
  knownOf,
  logStatement,
  setsStatement,
  trainedExercisesStatement,
} from '#app/domain/training-log/session/log-queries.server.ts'
import { weightUnitOf } from '#app/domain/workouts/plan/tokens.ts'
import { toReview } from './workout-review.ts'

/**
 * A workout that its person shared, as coaches read it: what was done, beside the last time, and what
 * it went beyond; not the note, which is for the person alone. Null for what is not shared. Two trips.
 */
export async function sharedLogPage(ctx: StudioContext, logId: string) {
  const { studio } = ctx
  const shared = await findShared(ctx, logId)
  if (!shared) return null
  const asked = exercisesOfPlanSql(ctx, 'workout_logs', logId)
  const answer = await batch(ctx.db, {
    log: logStatement(ctx, shared.personId, logId),
    sets: setsStatement(ctx, shared.personId, logId),
    bests: newBestsStatement(ctx, logId),
    earlier: earlierSetsStatement(ctx, shared.personId, asked, logId),
    maxes: bestMaxesStatement(ctx, shared.personId, asked),
    exercises: trainedExercisesStatement(ctx, asked),
  })
  const [log] = answer.log
  if (!log) return null
  const { entries, left, bests, result, day, minutes, sets, volume, effortWords, name } = toReview(
    log,
    {
      unit: weightUnitOf(studio),
      locale: studio.locale,
      timeZone: studio.timeZone,
      known: knownOf(answer.earlier, answer.maxes),
      exercises: new Map(answer.exercises.map((one) => [one.id, one])),
      sets: answer.sets,
      bests: answer.bests,
    },
  )
  return {
    ...shared,
    name,
    day,
    left,
    facts: [
      ['Result', result],
      ['Time', minutes],
      ['Sets', sets],
      ['Volume', volume],
      ['How hard', effortWords],
    ].filter((fact): fact is [string, string] => Boolean(fact[1])),
    bests: bests.map(({ key, exercise, what, value }) => ({
      key,
      text: `${exercise}, ${what}: ${value}`,
    })),
    entries: entries.map(({ id, name: exercise, done, last }) => ({ id, exercise, done, last })),
  }
}
