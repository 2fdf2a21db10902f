import { sql } from 'drizzle-orm'
import type { Statement } from '#app/db/batch.server.ts'
import type { StudioContext } from '#app/domain/scope/contexts.ts'

/** Ends places that were held and not taken in time; first in the batch of anyone who wants one. */
export function lapseHoldsStatement(
  { db, studio, now }: StudioContext,
  courseId: string,
): Statement<D1Result> {
  return db.run(sql`
    UPDATE enrolments SET state = 'lapsed', ended_at = ${now}, ended_by = 'system'
    WHERE studio_id = ${studio.id} AND course_id = ${courseId} AND state = 'held'
      AND kept_until < ${now}`)
}
