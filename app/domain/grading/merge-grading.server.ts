import { type SQL, sql } from 'drizzle-orm'
import type { StudioContext } from '#app/domain/scope/contexts.ts'

/** How far a candidate is: graded, coming, invited, overridden, or none of it any more. */
const far = (candidate: string): SQL =>
  sql.raw(`(CASE WHEN ${candidate}.result IS NOT NULL THEN 4 WHEN ${candidate}.state = 'confirmed' THEN 3
    WHEN ${candidate}.state = 'invited' THEN 2 WHEN ${candidate}.state = 'overridden' THEN 1
    ELSE 0 END)`)

/**
 * Two records of one human are at one grading: whichever is further stays. A certificate goes over
 * where the kept record has none of that grading; a second one keeps its number where it is. For the
 * batch that merges them, before the candidates go over.
 */
export function mergeGradingStatements(
  { db, studio }: StudioContext,
  { keptId, goneId }: { keptId: string; goneId: string },
  onlyIf: SQL,
) {
  return {
    furtherCandidate: db.run(sql`
      DELETE FROM grading_candidates WHERE studio_id = ${studio.id} AND person_id = ${keptId}
        AND ${onlyIf} AND EXISTS (SELECT 1 FROM grading_candidates AS theirs
          WHERE theirs.studio_id = grading_candidates.studio_id
            AND theirs.grading_id = grading_candidates.grading_id
            AND theirs.person_id = ${goneId}
            AND ${far('theirs')} > ${far('grading_candidates')})`),
    certificates: db.run(sql`
      UPDATE OR IGNORE certificates SET person_id = ${keptId}
      WHERE studio_id = ${studio.id} AND person_id = ${goneId} AND ${onlyIf}`),
  }
}
