import { sql } from 'drizzle-orm'
import { batch } from '#app/db/batch.server.ts'
import { type Choice, choicesStatements } from '#app/domain/calendar/schedule-choices.server.ts'
import type { StudioContext } from '#app/domain/scope/contexts.ts'
import { addDays, localDate } from '#app/values/zone.ts'
import { courseStatement, tiersStatement, toCourse } from './course-queries.server.ts'
import type { CourseKind } from './course-view.ts'

/** What a course can be made of, for the batch of its form: of each policy the version in force. */
function formStatements(ctx: StudioContext, kind: CourseKind, without: string) {
  const { db, studio, now } = ctx
  const since = addDays(localDate(now, studio.timeZone), -120)
  return {
    ...choicesStatements(ctx),
    levels: db.all<Choice>(sql`
      SELECT level.id, discipline.name || ', ' || level.name AS name FROM levels AS level
      JOIN disciplines AS discipline ON discipline.id = level.discipline_id
      WHERE level.studio_id = ${studio.id} ORDER BY discipline.sort, discipline.name, level.rung
      LIMIT 200`),
    policies: db.all<Choice>(sql`
      SELECT id, name || ', version ' || version AS name FROM policies AS policy
      WHERE studio_id = ${studio.id} AND kind IN (${kind}, 'class') AND version = (
        SELECT max(version) FROM policies AS newest
        WHERE newest.studio_id = policy.studio_id AND newest.name = policy.name)
      ORDER BY kind = ${kind} DESC, name LIMIT 100`),
    earlier: db.all<Choice>(sql`
      SELECT course.id, class_type.name || ', from ' || substr(course.first_start, 1, 10) AS name
      FROM courses AS course JOIN class_types AS class_type ON class_type.id = course.class_type_id
      WHERE course.studio_id = ${studio.id} AND course.kind = ${kind} AND course.state = 'open'
        AND course.last_start >= ${since}
        AND course.id <> ${without} ORDER BY course.first_start DESC LIMIT 50`),
  }
}

/** The choices of a new course, and tomorrow as its first day. */
export async function newCoursePage(ctx: StudioContext, kind: CourseKind) {
  const choices = await batch(ctx.db, formStatements(ctx, kind, ''))
  return { ...choices, from: addDays(localDate(ctx.now, ctx.studio.timeZone), 1) }
}

/** A course for the form that changes it. Null for another studio's id. */
export async function changeCoursePage(ctx: StudioContext, kind: CourseKind, courseId: string) {
  const { course, tiers, ...choices } = await batch(ctx.db, {
    ...formStatements(ctx, kind, courseId),
    course: courseStatement(ctx, courseId),
    tiers: tiersStatement(ctx, courseId),
  })
  const [row] = course
  return row ? { ...choices, course: toCourse(row), tiers } : null
}
