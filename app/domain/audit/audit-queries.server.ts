import { sql } from 'drizzle-orm'
import type { Statement } from '#app/db/batch.server.ts'
import type { StudioContext } from '#app/domain/scope/contexts.ts'

export type AuditRow = {
  id: string
  action: string
  actorName: string
  reason: string
  detail: string
  createdAt: string
  undone: number
}

/** What was changed about one subject, newest first, and whether it was taken back. */
export function auditOfStatement(
  { db, studio }: StudioContext,
  subjectKind: string,
  subjectId: string,
  limit = 100,
): Statement<AuditRow[]> {
  return db.all<AuditRow>(sql`
    SELECT audit.id, audit.action, audit.actor_name AS actorName, audit.reason, audit.detail,
      audit.created_at AS createdAt,
      EXISTS (SELECT 1 FROM audit_entries AS undo WHERE undo.id = 'undo-' || audit.id) AS undone
    FROM audit_entries AS audit INDEXED BY audit_entries_by_subject
    WHERE audit.studio_id = ${studio.id} AND audit.subject_kind = ${subjectKind}
      AND audit.subject_id = ${subjectId}
    ORDER BY audit.created_at DESC, audit.id DESC LIMIT ${limit}`)
}
