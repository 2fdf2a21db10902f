import { sql } from 'drizzle-orm'
import type { Statement } from '#app/db/batch.server.ts'
import { type StudioContext, systemActor } from '#app/domain/scope/contexts.ts'

/**
 * A planned row for each draft class of a series that has none, so that it is among what is to
 * be published.
 */
export function draftRowsStatement(
  { db, studio, now }: StudioContext,
  seriesId: string,
): Statement<D1Result> {
  return db.run(sql`
    INSERT INTO planned_changes (id, studio_id, occurrence_id, action, sequence, created_by,
      created_by_name, created_at)
    SELECT lower(hex(randomblob(6))), o.studio_id, o.id, 'publish', o.sequence,
      coalesce(audit.actor_id, ${systemActor.userId}),
      coalesce(audit.actor_name, ${systemActor.name}), ${now}
    FROM occurrences AS o LEFT JOIN audit_entries AS audit ON audit.studio_id = o.studio_id
      AND audit.subject_kind = 'series'
      AND audit.subject_id = o.series_id AND audit.action = 'series.added'
    WHERE o.studio_id = ${studio.id} AND o.series_id = ${seriesId} AND o.state = 'draft'
    ON CONFLICT (studio_id, occurrence_id) DO NOTHING`)
}
