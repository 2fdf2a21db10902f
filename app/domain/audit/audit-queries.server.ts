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
    SELECT a.id, a.action, a.actor_name AS actorName, a.reason, a.detail, a.created_at AS createdAt,
      EXISTS (SELECT 1 FROM audit_entries AS u WHERE u.id = 'undo-' || a.id) AS undone
    FROM audit_entries AS a
    WHERE a.studio_id = ${studio.id} AND a.subject_kind = ${subjectKind} AND a.subject_id = ${subjectId}
    ORDER BY a.created_at DESC, a.id DESC LIMIT ${limit}`)
}
