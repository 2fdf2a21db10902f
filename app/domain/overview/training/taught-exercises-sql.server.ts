/** Which exercises coming classes teach: by their flow, and by their workout once it is published. */

import { type SQL, sql } from 'drizzle-orm'
import { calledSql } from '#app/domain/people/called-sql.server.ts'
import type { StudioContext } from '#app/domain/scope/contexts.ts'
import type { ClassSoon } from '#app/domain/training/exercise-page.server.ts'
import { addMinutes } from '#app/values/instant.ts'
import { addDays, firstOfWeek, localDate } from '#app/values/zone.ts'

/** What of one day to another is looked through; a studio has fewer classes in two weeks. */
const mostClasses = 400

/**
 * Of the classes that `occurrences` is narrowed to by `span`, each with the exercises it teaches:
 * `occurrence_id`, `exercise_id`. A merged exercise counts as the one it was merged into.
 * `join` is CROSS JOIN to read from the few classes on, and JOIN where one exercise is asked for:
 * from what uses it on.
 */
const taughtIn = ({ studio, now }: StudioContext, span: SQL, join: SQL): SQL => sql`
  SELECT taught.occurrence_id, coalesce(exercise.merged_into, exercise.id) AS exercise_id FROM (
    SELECT o.id AS occurrence_id, used.exercise_id FROM soon AS o
    ${join} class_flows AS planned
      ON planned.studio_id = ${studio.id} AND planned.occurrence_id = o.id
    ${join} flows AS flow ON flow.id = planned.flow_id AND flow.state <> 'draft'
    ${join} flow_exercises AS used
      ON used.studio_id = ${studio.id} AND used.flow_id = planned.flow_id
    UNION
    SELECT o.id, one.value ->> 'exerciseId' FROM soon AS o
    ${join} class_workouts AS planned
      ON planned.studio_id = ${studio.id} AND planned.occurrence_id = o.id
    ${join} workouts AS workout ON workout.id = planned.workout_id AND workout.publish_at <= ${now}
    ${join} workout_versions AS said ON said.studio_id = ${studio.id}
      AND said.workout_id = workout.id AND said.version = workout.version
    ${join} json_each(said.plan, '$.blocks') AS part
    ${join} json_each(part.value, '$.exercises') AS one) AS taught
  ${join} exercises AS exercise ON exercise.studio_id = ${studio.id}
    AND exercise.id = taught.exercise_id WHERE ${span}`

const soonSql = (
  { studio }: StudioContext,
  span: SQL,
  by: SQL = sql``,
): SQL => sql`soon AS MATERIALIZED (
  SELECT id FROM occurrences ${by} WHERE studio_id = ${studio.id} AND state = 'scheduled' AND ${span}
  LIMIT ${mostClasses})`

/** A SELECT of the ids of the exercises that this week's classes teach. */
export function taughtThisWeekSql(ctx: StudioContext): SQL {
  const monday = firstOfWeek(localDate(ctx.now, ctx.studio.timeZone), ctx.studio)
  const week = sql`local_start >= ${monday} AND local_start < ${addDays(monday, 7)}`
  return sql`WITH ${soonSql(ctx, week, sql`INDEXED BY occurrences_by_local_start`)}
    SELECT exercise_id FROM (${taughtIn(ctx, sql`1`, sql`CROSS JOIN`)})`
}

/** Days ahead in which the next classes of an exercise are looked for, and how many are shown. */
const [daysAhead, shown] = [14, 4]

/** The next classes that teach an exercise. */
export const nextClassesStatement = (ctx: StudioContext, exerciseId: string) =>
  ctx.db.all<ClassSoon>(sql`
    WITH ${soonSql(
      ctx,
      sql`starts_at > ${ctx.now} AND starts_at < ${addMinutes(ctx.now, daysAhead * 1_440)}`,
    )}
    SELECT DISTINCT o.id, type.name AS title, o.local_start AS localStart,
      ${calledSql('coach')}
        AS coachName
    FROM (${taughtIn(
      ctx,
      sql`coalesce(exercise.merged_into, exercise.id) = ${exerciseId}`,
      sql`JOIN`,
    )})
      AS taught
    JOIN occurrences AS o ON o.id = taught.occurrence_id
    JOIN class_types AS type ON type.id = o.class_type_id
    JOIN people AS coach ON coach.id = o.coach_id
    ORDER BY o.local_start, o.id LIMIT ${shown}`)
