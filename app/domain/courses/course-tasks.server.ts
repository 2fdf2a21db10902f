import { type SQL, sql } from 'drizzle-orm'
import type { StudioContext } from '#app/domain/scope/contexts.ts'
import { type Look, lookAt } from '#app/domain/scope/look.ts'
import { keepTasksStatements } from '#app/domain/tasks/task-statements.server.ts'
import { paths } from '#app/paths.ts'
import { addMinutes } from '#app/values/instant.ts'
import { localDateTime } from '#app/values/zone.ts'
import { enrolledSql } from './course-queries.server.ts'

/** A decision is asked for so many days before the last moment for it. */
const aheadDays = 7

const undecidedSql = ({ studio, today, now }: Look): SQL => sql`
  FROM courses AS course JOIN class_types AS class_type ON class_type.id = course.class_type_id
  WHERE course.studio_id = ${studio} AND course.kind IN ('course','workshop')
    AND course.last_start >= ${today} AND course.state = 'open'
    AND course.minimum_people IS NOT NULL AND course.confirmed_at IS NULL
    AND course.decide_at <= ${addMinutes(now, aheadDays * 1_440)}`

/** Whether a studio has courses to decide about. */
export const courseTasksDue = (look: Look): SQL => sql`EXISTS (SELECT 1 ${undecidedSql(look)})`

/** Courses and workshops that need a number of people, and about which nobody has decided yet. */
export function courseDecisionTasks(ctx: StudioContext) {
  const { studio } = ctx
  return keepTasksStatements(ctx, {
    kind: 'course_decision',
    role: 'manager',
    causes: sql`
      SELECT course.id AS cause_ref, course.decide_at AS due_at, NULL AS ends_at,
        CASE course.kind WHEN 'workshop' THEN ${paths.manageCourse(studio, 'workshop', '')}
          ELSE ${paths.manageCourse(studio, 'course', '')} END || course.id AS path,
        json_object('title', class_type.name, 'enrolled', ${enrolledSql},
          'needs', course.minimum_people) AS facts
      ${undecidedSql(lookAt(ctx))}
        AND course.last_start >= ${localDateTime(ctx.now, studio.timeZone)}`,
  })
}
