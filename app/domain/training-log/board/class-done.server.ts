/** A class with the workout that is trained in it, for the results of it. */
import { sql } from 'drizzle-orm'
import type { StudioContext } from '#app/domain/scope/contexts.ts'
import type { Plan } from '#app/domain/workouts/plan/plan.ts'
import { sessionPlanOf } from '../session/start-workout.server.ts'
import type { ClassDone } from './keep-results.server.ts'

export type ClassDoneRow = Omit<ClassDone, 'workout' | 'plan'> & {
  title: string
  state: string
  workoutId: string | null
  workout: string
  version: number
  plan: string
}

/** A class and what was trained in it, whether members see that yet or not. */
export const classDoneStatement = ({ db, studio }: StudioContext, occurrenceId: string) =>
  db.all<ClassDoneRow>(sql`
    SELECT o.id AS occurrenceId, o.starts_at AS startsAt, o.ends_at AS endsAt,
      o.local_start AS localStart, o.state, type.name AS title, workout.id AS workoutId,
      workout.name AS workout, workout.version, said.plan
    FROM occurrences AS o JOIN class_types AS type ON type.id = o.class_type_id
    LEFT JOIN class_workouts AS planned ON planned.studio_id = o.studio_id
      AND planned.occurrence_id = o.id
    LEFT JOIN workouts AS workout ON workout.id = planned.workout_id
    LEFT JOIN workout_versions AS said ON said.studio_id = workout.studio_id
      AND said.workout_id = workout.id AND said.version = workout.version
    WHERE o.studio_id = ${studio.id} AND o.id = ${occurrenceId}`)

/** What `classDoneStatement` found, with what is logged of each exercise; null where nothing is planned. */
export async function toClassDone(
  ctx: StudioContext,
  row: ClassDoneRow | undefined,
): Promise<ClassDone | null> {
  if (!row?.workoutId) return null
  const { occurrenceId, startsAt, endsAt, localStart, workoutId, workout, version } = row
  const plan = await sessionPlanOf(ctx, JSON.parse(row.plan) as Plan)
  return {
    occurrenceId,
    startsAt,
    endsAt,
    localStart,
    plan,
    workout: { id: workoutId, name: workout, version },
  }
}
