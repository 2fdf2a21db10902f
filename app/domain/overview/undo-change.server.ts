import { type SQL, sql } from 'drizzle-orm'
import { batch, type Statement } from '#app/db/batch.server.ts'
import { auditStatement, rightAfterChange } from '#app/domain/audit/audit.server.ts'
import { thawPacksStatement } from '#app/domain/entitlements/packs/freeze-packs.server.ts'
import {
  endGiftStatement,
  reverseAdjustmentStatement,
  revokeLotStatements,
} from '#app/domain/entitlements/undo-entitlement-statements.server.ts'
import { restoreStatement } from '#app/domain/people/archive-person.server.ts'
import {
  putLevelBackStatement,
  removeNoteStatement,
} from '#app/domain/people/undo-person-statements.server.ts'
import type { StaffContext } from '#app/domain/scope/staff-context.ts'
import { addDays, localDate } from '#app/values/zone.ts'
import { undoId } from './undoable.ts'

export type UndoResult = { ok: true } | { ok: false; reason: 'not_found' | 'built_upon' }

type Line = { action: string; detail: string }
type Rung = { levelId: string; since: string; stripes?: number } | null

/**
 * Takes one change of a person back and writes that down as a change of its own (R14). Refused as
 * `built_upon` where it can no longer be: credits of the lot are used, a class is booked with the
 * membership, the level has moved on. A second undo does nothing and is no error. Not found: a line
 * of someone else, or of a change that cannot be undone.
 */
export async function undoChange(
  ctx: StaffContext,
  personId: string,
  entryId: string,
): Promise<UndoResult> {
  const { db, studio } = ctx
  const [line] = await db.all<Line>(sql`
    SELECT action, detail FROM audit_entries
    WHERE studio_id = ${studio.id} AND id = ${entryId} AND subject_kind = 'person'
      AND subject_id = ${personId}`)
  const id = undoId(entryId)
  const notYet = sql`NOT EXISTS (SELECT 1 FROM audit_entries WHERE id = ${id})`
  const undo = line && undoStatements(ctx, personId, line, notYet)
  if (!line || !undo) return { ok: false, reason: 'not_found' }
  const { done } = await batch(db, {
    ...undo,
    audit: auditStatement(
      ctx,
      {
        id,
        action: `${line.action}.undone`,
        subjectKind: 'person',
        subjectId: personId,
        detail: { undoes: entryId },
      },
      rightAfterChange,
    ),
    ...(line.action === 'membership.given'
      ? { packs: thawStatement(ctx, personId, line, sql`NOT (${notYet})`) }
      : {}),
    done: db.all<{ id: string }>(
      sql`SELECT id FROM audit_entries WHERE studio_id = ${studio.id} AND id = ${id}`,
    ),
  })
  return (done as { id: string }[]).length > 0 ? { ok: true } : { ok: false, reason: 'built_upon' }
}

/** Packs that were frozen with a membership given by mistake pay again. */
function thawStatement(ctx: StaffContext, personId: string, { detail }: Line, undone: SQL) {
  const membershipId = String((JSON.parse(detail) as { membershipId: unknown }).membershipId)
  const yesterday = addDays(localDate(ctx.now, ctx.studio.timeZone), -1)
  return thawPacksStatement(ctx, { personId, membershipId }, yesterday, undone)
}

function undoStatements(
  ctx: StaffContext,
  personId: string,
  { action, detail }: Line,
  notYet: SQL,
): Record<string, Statement> | null {
  const facts = JSON.parse(detail) as Record<string, unknown>
  switch (action) {
    case 'person.archived':
      return { undo: restoreStatement(ctx, personId, notYet) }
    case 'note.added':
      return { undo: removeNoteStatement(ctx, personId, String(facts.noteId), notYet) }
    case 'level.set': {
      const { disciplineId, before, after } = facts as {
        disciplineId: string
        before: Rung
        after: Rung
      }
      return { undo: putLevelBackStatement(ctx, personId, { disciplineId, before, after }, notYet) }
    }
    case 'package.given':
      return revokeLotStatements(ctx, personId, String(facts.lotId), notYet)
    case 'membership.given':
      return { undo: endGiftStatement(ctx, personId, String(facts.membershipId), notYet) }
    case 'credits.adjusted': {
      const { lotId, amount } = facts as { lotId: string; amount: number }
      return { undo: reverseAdjustmentStatement(ctx, personId, { lotId, amount }, notYet) }
    }
    default:
      return null
  }
}
