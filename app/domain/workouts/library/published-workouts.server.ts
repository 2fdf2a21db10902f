/** What members read of the studio's workouts. */
import { sql } from 'drizzle-orm'
import type { StudioContext } from '#app/domain/scope/contexts.ts'
import type { Instant } from '#app/values/instant.ts'
import type { Plan, WorkoutKind } from '../plan/plan.ts'

/** Workouts that the list of members shows. */
const publishedShown = 50

const seenSql = ({ studio, now }: StudioContext) => sql`workout.studio_id = ${studio.id}
  AND workout.state = 'published' AND workout.publish_at <= ${now}`

export type PublishedRow = {
  id: string
  name: string
  kind: WorkoutKind
  publishAt: Instant
  benchmark: number
}

/** Those whose time has come, benchmarks first and then the newest; for a page's batch. */
export const publishedWorkoutsStatement = (ctx: StudioContext) =>
  ctx.db.all<PublishedRow>(sql`
    SELECT workout.id, workout.name, workout.kind, workout.publish_at AS publishAt,
      workout.benchmark
    FROM workouts AS workout WHERE ${seenSql(ctx)}
    ORDER BY workout.benchmark DESC, workout.publish_at DESC, workout.id LIMIT ${publishedShown}`)

export type PublishedWorkoutRow = PublishedRow & { version: number; notes: string; plan: string }

/** One of them with what it says; no row before its time, or for a foreign id. */
export const publishedWorkoutStatement = (ctx: StudioContext, workoutId: string) =>
  ctx.db.all<PublishedWorkoutRow>(sql`
    SELECT workout.id, workout.name, workout.kind, workout.publish_at AS publishAt,
      workout.benchmark, workout.version, said.notes, said.plan
    FROM workouts AS workout JOIN workout_versions AS said
      ON said.studio_id = workout.studio_id AND said.workout_id = workout.id
        AND said.version = workout.version
    WHERE ${seenSql(ctx)} AND workout.id = ${workoutId}`)

export const planOf = ({ plan }: PublishedWorkoutRow): Plan => JSON.parse(plan) as Plan

/** The exercises of a workout that members see, as a SELECT with one column, `value`. */
export const exercisesOfWorkoutSql = (ctx: StudioContext, workoutId: string) => sql`
  SELECT DISTINCT one.value ->> 'exerciseId' AS value
  FROM workouts AS workout JOIN workout_versions AS said ON said.studio_id = workout.studio_id
      AND said.workout_id = workout.id AND said.version = workout.version,
    json_each(said.plan, '$.blocks') AS block, json_each(block.value, '$.exercises') AS one
  WHERE ${seenSql(ctx)} AND workout.id = ${workoutId}`
