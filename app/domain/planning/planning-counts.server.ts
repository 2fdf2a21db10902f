import { sql } from 'drizzle-orm'
import type { Statement } from '#app/db/batch.server.ts'
import type { StudioContext } from '#app/domain/scope/contexts.ts'
import type { PlanningCounts } from './planning-tools.ts'

/** How much waits: changes that are not published, and classes whose coach cannot and nobody has taken. One row. */
export function planningCountsStatement({
  db,
  studio,
  now,
}: StudioContext): Statement<PlanningCounts[]> {
  return db.all<PlanningCounts>(sql`
    SELECT (SELECT count(*) FROM planned_changes AS p JOIN occurrences AS o ON o.id = p.occurrence_id
        WHERE p.studio_id = ${studio.id}) AS planned,
      (SELECT count(*) FROM sub_requests AS q JOIN occurrences AS o ON o.id = q.occurrence_id
        WHERE q.studio_id = ${studio.id} AND q.state IN ('requested','offered','claimed') AND o.state = 'scheduled'
          AND o.starts_at > ${now} AND o.coach_id = q.coach_id) AS needed`)
}
