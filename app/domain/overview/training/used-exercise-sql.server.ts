import { type SQL, sql } from 'drizzle-orm'
import { usedByFlowSql } from '#app/domain/flows/library/flow-queries.server.ts'
import type { StudioContext } from '#app/domain/scope/contexts.ts'

/**
 * Whether anything names an exercise, so that deleting it would leave an id without a name: a flow,
 * the newest version of a workout or a program, somebody's routine or copy of a program that goes
 * on, what a skill is taught by, or a set that a member logged. Sets are sought person by person,
 * by their index.
 */
export function usedExerciseSql(
  { studio }: Pick<StudioContext, 'studio'>,
  exerciseId: string,
): SQL {
  const inPlan = (plan: string) => sql`instr(${sql.raw(plan)}, ${`"${exerciseId}"`}) > 0`
  return sql`(${usedByFlowSql({ studio }, exerciseId)}
    OR EXISTS (SELECT 1 FROM workouts AS workout JOIN workout_versions AS said
      ON said.studio_id = workout.studio_id AND said.workout_id = workout.id
        AND said.version = workout.version
      WHERE workout.studio_id = ${studio.id} AND ${inPlan('said.plan')})
    OR EXISTS (SELECT 1 FROM training_programs AS program JOIN training_program_versions AS said
      ON said.studio_id = program.studio_id AND said.program_id = program.id
        AND said.version = program.version
      WHERE program.studio_id = ${studio.id} AND ${inPlan('said.plan')})
    OR EXISTS (SELECT 1 FROM program_assignments AS copy
      WHERE copy.studio_id = ${studio.id} AND copy.ended_at IS NULL AND ${inPlan('copy.plan')})
    OR EXISTS (SELECT 1 FROM workout_routines AS routine
      WHERE routine.studio_id = ${studio.id} AND ${inPlan('routine.plan')})
    OR EXISTS (SELECT 1 FROM skill_teachings AS taught
      WHERE taught.studio_id = ${studio.id} AND taught.ref_id = ${exerciseId})
    OR EXISTS (SELECT 1 FROM people AS person JOIN workout_sets AS logged
      ON logged.studio_id = person.studio_id AND logged.person_id = person.id
        AND logged.exercise_id = ${exerciseId}
      WHERE person.studio_id = ${studio.id}))`
}
