import { type SQL, sql } from 'drizzle-orm'
import type { Statement } from '#app/db/batch.server.ts'
import type { Actor, StudioContext } from '#app/domain/studios/contexts.ts'
import { newId } from '#app/values/id.ts'

export type AuditEntry = {
  /** What was done, such as `details_changed`. */
  action: string
  subjectKind: 'person' | 'booking' | 'membership' | 'lot' | 'fee'
  subjectId: string
  reason?: string
  detail?: Record<string, unknown>
}

/** Writes down who did what to whom and why (R14), in the batch of what it tells. `onlyIf` as in the outbox. */
export function auditStatement(
  { db, studio, now, actor }: StudioContext & { actor: Actor },
  { action, subjectKind, subjectId, reason = '', detail = {} }: AuditEntry,
  onlyIf: SQL = sql`1`,
): Statement<D1Result> {
  return db.run(sql`
    INSERT INTO audit_entries (id, studio_id, actor_id, actor_name, action, subject_kind, subject_id, reason, detail, created_at)
    SELECT ${newId()}, ${studio.id}, ${actor.userId}, ${actor.name}, ${action}, ${subjectKind}, ${subjectId}, ${reason}, ${JSON.stringify(detail)}, ${now}
    WHERE ${onlyIf}`)
}
