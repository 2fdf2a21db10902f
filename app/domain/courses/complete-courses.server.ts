import { sql } from 'drizzle-orm'
import { changed } from '#app/db/batch.server.ts'
import type { StudioContext } from '#app/domain/scope/contexts.ts'

/**
 * Marks enrolments of courses whose last session is over as completed, and closes their waitlists.
 * Answers how many.
 */
export async function completeCourses({ db, studio, now }: StudioContext): Promise<number> {
  const over = sql`SELECT course.id FROM courses AS course
    WHERE course.studio_id = ${studio.id} AND course.kind IN ('course','workshop')
      AND course.state = 'open'
      AND course.last_start < strftime('%Y-%m-%dT%H:%M', ${now}, '+1 day')
      AND NOT EXISTS (SELECT 1 FROM occurrences AS o
        WHERE o.studio_id = course.studio_id AND o.series_id = course.id
          AND o.state IN ('scheduled','draft') AND o.ends_at > ${now})`
  const result = await db.run(sql`
    UPDATE enrolments SET
      state = CASE state WHEN 'enrolled' THEN 'completed' ELSE 'lapsed' END, ended_at = ${now},
      ended_by = 'system'
    WHERE studio_id = ${studio.id} AND course_id IN (${over})
      AND state IN ('enrolled','waitlisted','held','offered')`)
  return changed(result)
}
