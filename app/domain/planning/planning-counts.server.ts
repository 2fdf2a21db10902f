import { sql } from 'drizzle-orm'
import type { Statement } from '#app/db/batch.server.ts'
import type { StudioContext } from '#app/domain/scope/contexts.ts'
import type { PlanningCounts } from './planning-tools.ts'

/**
 * How much waits: changes that are not published, and classes whose coach cannot and nobody has
 * taken. One row.
 */
export function planningCountsStatement({
  db,
  studio,
  now,
}: StudioContext): Statement<PlanningCounts[]> {
  return db.all<PlanningCounts>(sql`
    SELECT (SELECT count(*) FROM planned_changes AS change
      JOIN occurrences AS o ON o.id = change.occurrence_id
        WHERE change.studio_id = ${studio.id}) AS planned,
      (SELECT count(*) FROM sub_requests AS request
        JOIN occurrences AS o ON o.id = request.occurrence_id
        WHERE request.studio_id = ${studio.id}
          AND request.state IN ('requested','offered','claimed') AND o.state = 'scheduled'
          AND o.starts_at > ${now} AND o.coach_id = request.coach_id) AS needed`)
}
