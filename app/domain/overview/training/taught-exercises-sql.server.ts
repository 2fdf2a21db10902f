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
 * Of the classes of `soon`, each with the exercises it teaches: `occurrence_id`, `exercise_id`. A
 * merged exercise counts as the one it was merged into.
 */
const taughtIn = ({ studio, now }: StudioContext): SQL => sql`
  SELECT taught.occurrence_id, coalesce(exercise.merged_into, exercise.id) AS exercise_id FROM (
    SELECT o.id AS occurrence_id, used.exercise_id FROM soon AS o
    CROSS JOIN class_flows AS planned
      ON planned.studio_id = ${studio.id} AND planned.occurrence_id = o.id
    CROSS JOIN flows AS flow ON flow.id = planned.flow_id AND flow.state <> 'draft'
    CROSS JOIN flow_exercises AS used
      ON used.studio_id = ${studio.id} AND used.flow_id = planned.flow_id
    UNION ${inWorkouts({ studio, now })}) AS taught
  CROSS JOIN exercises AS exercise ON exercise.studio_id = ${studio.id}
    AND exercise.id = taught.exercise_id`

/** The exercises of the published workouts of the classes of `soon`, each as it is named there. */
const inWorkouts = ({ studio, now }: Pick<StudioContext, 'studio' | 'now'>): SQL => sql`
  SELECT o.id AS occurrence_id, one.value ->> 'exerciseId' AS exercise_id FROM soon AS o
  CROSS JOIN class_workouts AS planned
    ON planned.studio_id = ${studio.id} AND planned.occurrence_id = o.id
  CROSS JOIN workouts AS workout ON workout.id = planned.workout_id AND workout.publish_at <= ${now}
  CROSS JOIN workout_versions AS said ON said.studio_id = ${studio.id}
    AND said.workout_id = workout.id AND said.version = workout.version
  CROSS JOIN json_each(said.plan, '$.blocks') AS part
  CROSS JOIN json_each(part.value, '$.exercises') AS one`

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
    SELECT exercise_id FROM (${taughtIn(ctx)})`
}

/** Days ahead in which the next classes of an exercise are looked for, and how many are shown. */
const [daysAhead, shown] = [14, 4]

/**
 * The next classes that teach an exercise, or one that was merged into it: by flow, read from the
 * flows that use it on, however often those were taught; by workout, from the classes to come.
 */
export function nextClassesStatement(ctx: StudioContext, exerciseId: string) {
  const { db, studio, now } = ctx
  const until = addMinutes(now, daysAhead * 1_440)
  return db.all<ClassSoon>(sql`
    WITH ${soonSql(ctx, sql`starts_at > ${now} AND starts_at < ${until}`)},
    kin AS MATERIALIZED (SELECT ${exerciseId} AS id UNION ALL
      SELECT merged.id FROM exercises AS merged INDEXED BY exercises_merged
      WHERE merged.studio_id = ${studio.id} AND merged.merged_into IS NOT NULL
        AND merged.merged_into = ${exerciseId})
    SELECT DISTINCT o.id, type.name AS title, o.local_start AS localStart,
      ${calledSql('coach')} AS coachName
    FROM (
      SELECT planned.occurrence_id FROM kin
      CROSS JOIN flow_exercises AS used
        ON used.studio_id = ${studio.id} AND used.exercise_id = kin.id
      CROSS JOIN flows AS flow ON flow.id = used.flow_id AND flow.state <> 'draft'
      CROSS JOIN class_flows AS planned ON planned.studio_id = ${studio.id}
        AND planned.flow_id = flow.id AND planned.starts_at > ${now}
        AND planned.starts_at < ${until}
      UNION SELECT said.occurrence_id FROM (${inWorkouts(ctx)}) AS said
      JOIN kin ON kin.id = said.exercise_id) AS taught
    JOIN occurrences AS o ON o.id = taught.occurrence_id AND o.state = 'scheduled'
    JOIN class_types AS type ON type.id = o.class_type_id
    JOIN people AS coach ON coach.id = o.coach_id
    ORDER BY o.local_start, o.id LIMIT ${shown}`)
}
