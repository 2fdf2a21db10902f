import { sql } from 'drizzle-orm'
import type { StudioContext } from '#app/domain/scope/contexts.ts'
import type { Instant } from '#app/values/instant.ts'
import { auditWords } from './audit-words.ts'

const perPage = 50

/** A place in the log: behind this line the next page goes on. */
export type Place = { at: Instant; id: string }

export type LogLine = {
  id: string
  at: Instant
  who: string
  thing: string
  deed: string
  reason: string
  /** Whom it concerns, where that is a person who is still known. */
  person: { id: string; name: string } | null
  undone: boolean
}

type Row = {
  id: string
  action: string
  actorName: string
  reason: string
  createdAt: Instant
  subjectId: string
  personName: string | null
  undone: number
}

/**
 * Everything that staff changed at the studio, newest first, 50 lines a page. `before` is an
 * instant (only what came earlier), `after` where the page before ended; `next` is null on the last
 * page.
 */
export async function auditLogPage(
  ctx: StudioContext,
  { before, after }: { before?: Instant; after?: Place },
): Promise<{ lines: LogLine[]; next: Place | null }> {
  const { db, studio } = ctx
  const from = after ?? { at: before ?? '9999', id: '' }
  const rows = await db.all<Row>(sql`
      SELECT audit.id, audit.action, audit.actor_name AS actorName, audit.reason,
        audit.created_at AS createdAt, audit.subject_id AS subjectId, person.name AS personName,
        EXISTS (SELECT 1 FROM audit_entries AS undo WHERE undo.id = 'undo-' || audit.id) AS undone
      FROM audit_entries AS audit INDEXED BY audit_entries_by_time
      LEFT JOIN people AS person ON audit.subject_kind = 'person'
        AND person.id = audit.subject_id AND person.studio_id = audit.studio_id
      WHERE audit.studio_id = ${studio.id}
        AND (audit.created_at, audit.id) < (${from.at}, ${from.id})
      ORDER BY audit.created_at DESC, audit.id DESC LIMIT ${perPage + 1}`)
  const shown = rows.slice(0, perPage)
  const last = shown.at(-1)
  return {
    lines: shown.map(({ action, actorName, createdAt, subjectId, personName, undone, ...row }) => ({
      id: row.id,
      reason: row.reason,
      at: createdAt,
      who: actorName,
      ...auditWords(action),
      person: personName === null ? null : { id: subjectId, name: personName },
      undone: undone === 1,
    })),
    next: rows.length > perPage && last ? { at: last.createdAt, id: last.id } : null,
  }
}
