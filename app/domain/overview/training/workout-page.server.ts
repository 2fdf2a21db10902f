/** One workout: a template or routine to start from, or one of the person's own to look back on. */
import { type SQL, sql } from 'drizzle-orm'
import { batch } from '#app/db/batch.server.ts'
import { weightUnitStatement } from '#app/domain/people/weight-unit.server.ts'
import type { MemberContext } from '#app/domain/scope/contexts.ts'
import { shellStatements, toShell } from '#app/domain/studios/shell-queries.server.ts'
import { newBestsStatement } from '#app/domain/training-log/bests/best-queries.server.ts'
import {
  bestMaxesStatement,
  earlierSetsStatement,
  exercisesOfPlanSql,
  knownOf,
  logStatement,
  setsStatement,
  trainedExercisesStatement,
} from '#app/domain/training-log/session/log-queries.server.ts'
import { toSessionPlan } from '#app/domain/training-log/session/session-plan.ts'
import {
  exercisesOfWorkoutSql,
  planOf,
  publishedWorkoutStatement,
} from '#app/domain/workouts/library/published-workouts.server.ts'
import { kindWords } from '#app/domain/workouts/plan/plan.ts'
import { weightUnitOf } from '#app/domain/workouts/plan/tokens.ts'
import type { PageViewer } from './workout-home-page.server.ts'
import { toPreview } from './workout-preview.ts'
import { toReview } from './workout-review.ts'

const routineStatement = ({ db, studio }: MemberContext, personId: string, id: string) =>
  db.all<{ id: string; name: string; plan: string }>(sql`
    SELECT id, name, plan FROM workout_routines
    WHERE studio_id = ${studio.id} AND person_id = ${personId} AND id = ${id}`)

/** The exercises of whichever of the three the id is, of a log also those that only its sets know. */
const askedSql = (ctx: MemberContext, id: string): SQL => sql`
  ${exercisesOfWorkoutSql(ctx, id)} UNION ${exercisesOfPlanSql(ctx, 'workout_logs', id)}
  UNION ${exercisesOfPlanSql(ctx, 'workout_routines', id)}
  UNION SELECT exercise_id FROM workout_sets WHERE studio_id = ${ctx.studio.id} AND log_id = ${id}`

/**
 * `/{studio}/workout/:workoutid` in one batch: what the id stands for, with last time's numbers.
 * Null where it is no published workout and none of the person's own.
 */
export async function workoutPage(ctx: MemberContext, viewer: PageViewer, id: string) {
  const { studio } = ctx
  const { personId } = viewer
  const asked = askedSql(ctx, id)
  const answer = await batch(ctx.db, {
    ...shellStatements(ctx, viewer),
    unit: weightUnitStatement(ctx, personId),
    workout: publishedWorkoutStatement(ctx, id),
    routine: routineStatement(ctx, personId, id),
    log: logStatement(ctx, personId, id),
    sets: setsStatement(ctx, personId, id),
    bests: newBestsStatement(ctx, id),
    earlier: earlierSetsStatement(ctx, personId, asked, id),
    maxes: bestMaxesStatement(ctx, personId, asked),
    exercises: trainedExercisesStatement(ctx, asked),
    open: ctx.db.all<{ id: string; name: string }>(sql`
      SELECT id, name FROM workout_logs
      WHERE studio_id = ${studio.id} AND person_id = ${personId} AND ended_at IS NULL`),
  })
  const unit = answer.unit[0]?.weightUnit || weightUnitOf(studio)
  const facts = {
    unit,
    locale: studio.locale,
    timeZone: studio.timeZone,
    known: knownOf(answer.earlier, answer.maxes),
    exercises: new Map(answer.exercises.map((one) => [one.id, one])),
  }
  const shell = toShell(answer, viewer)
  const [log] = answer.log
  const open = answer.open[0] ?? null
  if (log) {
    const review = toReview(log, { ...facts, sets: answer.sets, bests: answer.bests })
    return { shell, open, review, preview: null }
  }
  const [workout] = answer.workout
  const [routine] = answer.routine
  if (!workout && !routine) return null
  const logTypes = new Map(answer.exercises.map((one) => [one.id, one.logType]))
  const preview = workout
    ? {
        from: 'workout' as const,
        id,
        name: workout.name,
        notes: workout.notes,
        kind: kindWords[workout.kind],
        ...toPreview(toSessionPlan(planOf(workout), logTypes), facts),
      }
    : {
        from: 'routine' as const,
        id,
        name: routine!.name,
        notes: '',
        kind: 'Your routine',
        ...toPreview(JSON.parse(routine!.plan), facts),
      }
  return { shell, open, review: null, preview }
}
