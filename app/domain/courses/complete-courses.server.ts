import { type SQL, sql } from 'drizzle-orm'
import { changed } from '#app/db/batch.server.ts'
import type { StudioContext } from '#app/domain/scope/contexts.ts'
import { type Look, lookAt } from '#app/domain/scope/look.ts'

/** Courses whose last session is over. */
const overSql = ({ studio, now }: Look): SQL => sql`
  FROM courses AS course
  WHERE course.studio_id = ${studio} AND course.kind IN ('course','workshop')
    AND course.state = 'open'
    AND course.last_start < strftime('%Y-%m-%dT%H:%M', ${now}, '+1 day')
    AND NOT EXISTS (SELECT 1 FROM occurrences AS o
      WHERE o.studio_id = course.studio_id AND o.series_id = course.id
        AND o.state IN ('scheduled','draft') AND o.ends_at > ${now})`

const liveStatesSql = sql`state IN ('enrolled','waitlisted','held','offered')`

/** Whether a studio has enrolments of courses that are over. */
export const completeCoursesDue = (look: Look): SQL =>
  sql`EXISTS (SELECT 1 ${overSql(look)} AND EXISTS (SELECT 1 FROM enrolments
    WHERE studio_id = course.studio_id AND course_id = course.id AND ${liveStatesSql}))`

/**
 * Marks enrolments of courses whose last session is over as completed, and closes their waitlists.
 * Answers how many.
 */
export async function completeCourses(ctx: StudioContext): Promise<number> {
  const { db, studio, now } = ctx
  const over = sql`SELECT course.id ${overSql(lookAt(ctx))}`
  const result = await db.run(sql`
    UPDATE enrolments SET
      state = CASE state WHEN 'enrolled' THEN 'completed' ELSE 'lapsed' END, ended_at = ${now},
      ended_by = 'system'
    WHERE studio_id = ${studio.id} AND course_id IN (${over})
      AND ${liveStatesSql}`)
  return changed(result)
}
