import { sql } from 'drizzle-orm'
import type { Statement } from '#app/db/batch.server.ts'
import type { StudioContext } from '#app/domain/scope/contexts.ts'

/** Someone has decided about two people whom one post pointed to both of, for that batch. */
export function decidePairStatement(
  { db, studio, now }: StudioContext,
  personId: string,
  otherId: string,
): Statement<D1Result> {
  return db.run(sql`
    UPDATE lead_pairs SET decided_at = ${now}
    WHERE studio_id = ${studio.id} AND decided_at IS NULL
      AND (person_id = ${personId} AND other_id = ${otherId}
        OR person_id = ${otherId} AND other_id = ${personId})`)
}
