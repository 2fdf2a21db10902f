import { type SQL, sql } from 'drizzle-orm'
import { batch, changed } from '#app/db/batch.server.ts'
import { auditStatement, rightAfterChange } from '#app/domain/audit/audit.server.ts'
import type { StaffContext } from '#app/domain/scope/staff-context.ts'
import type { DraftLineForm, DraftTermsForm } from './draft-forms.ts'
import { draftStatement, draftTerms } from './draft-queries.server.ts'
import type { DraftLine } from './draft-totals.ts'

/** Lines that an invoice made by hand has at most. */
export const mostLines = 30

export type ChangeDraftResult =
  | { ok: true }
  /** `changed`: somebody else changed the draft since the page was opened. */
  | { ok: false; reason: 'not_found' | 'changed' | 'too_many' }

/** Begins a draft for a person; sent again it is the same one. False where there is no such person. */
export async function startDraft(
  ctx: StaffContext,
  personId: string,
  key: string,
): Promise<boolean> {
  const { db, studio, now, actor } = ctx
  const { found } = await batch(db, {
    start: db.run(sql`
      INSERT INTO invoice_drafts (id, studio_id, person_id, created_at, created_by)
      SELECT ${key}, ${studio.id}, person.id, ${now}, ${actor.name} FROM people AS person
      WHERE person.studio_id = ${studio.id} AND person.id = ${personId}
        AND person.erased_at IS NULL AND person.merged_into IS NULL
      ON CONFLICT (id) DO NOTHING`),
    audit: auditStatement(
      ctx,
      { action: 'invoice.drafted', subjectKind: 'person', subjectId: personId },
      rightAfterChange,
    ),
    found: db.all(sql`
      SELECT 1 FROM invoice_drafts WHERE studio_id = ${studio.id} AND id = ${key}
        AND person_id = ${personId}`),
  })
  return found.length > 0
}

/** Writes a line: a new one, or what became of the one with the same id. */
export function saveDraftLine(
  ctx: StaffContext,
  draftId: string,
  { key, version, what, quantity, price, tax, discount, discountReason }: DraftLineForm,
): Promise<ChangeDraftResult> {
  const line: DraftLine = {
    id: key,
    what,
    quantity,
    unitMinor: price,
    taxRateBp: tax,
    discount,
    discountReason,
  }
  return changeLines(ctx, draftId, version, (lines) => {
    const at = lines.findIndex(({ id }) => id === key)
    return at === -1 ? [...lines, line] : lines.toSpliced(at, 1, line)
  })
}

export const removeDraftLine = (
  ctx: StaffContext,
  draftId: string,
  { version, lineId }: { version: number; lineId: string },
): Promise<ChangeDraftResult> =>
  changeLines(ctx, draftId, version, (lines) => lines.filter(({ id }) => id !== lineId))

async function changeLines(
  ctx: StaffContext,
  draftId: string,
  version: number,
  change: (lines: readonly DraftLine[]) => readonly DraftLine[],
): Promise<ChangeDraftResult> {
  const { found } = await batch(ctx.db, { found: draftStatement(ctx, draftId) })
  const [row] = found
  if (!row) return { ok: false, reason: 'not_found' }
  const before = draftTerms(row).lines
  const lines = change(before)
  // A form that is sent twice finds its own line there.
  if (JSON.stringify(lines) === row.lines) return { ok: true }
  if (lines.length > mostLines) return { ok: false, reason: 'too_many' }
  return write(ctx, draftId, version, sql`lines = ${JSON.stringify(lines)}`)
}

/** How its prices are meant, what comes off the whole, and when it is due. */
export function saveDraftTerms(
  ctx: StaffContext,
  draftId: string,
  { version, prices, discount, discountReason, dueOn }: DraftTermsForm,
): Promise<ChangeDraftResult> {
  return write(
    ctx,
    draftId,
    version,
    sql`net_prices = ${prices === 'without_tax' ? 1 : 0},
      discount = ${discount && JSON.stringify(discount)},
      discount_reason = ${discount ? discountReason : ''}, due_on = ${dueOn || null}`,
  )
}

async function write(
  { db, studio }: StaffContext,
  draftId: string,
  version: number,
  what: SQL,
): Promise<ChangeDraftResult> {
  const { written } = await batch(db, {
    written: db.run(sql`
      UPDATE invoice_drafts SET version = version + 1, ${what}
      WHERE studio_id = ${studio.id} AND id = ${draftId} AND version = ${version}`),
  })
  return changed(written) > 0 ? { ok: true } : { ok: false, reason: 'changed' }
}

/** Throws a draft away: nobody owed it. One that is gone is no refusal. */
export async function discardDraft(ctx: StaffContext, draftId: string): Promise<void> {
  const { db, studio } = ctx
  await batch(db, {
    gone: db.run(sql`
      DELETE FROM invoice_drafts WHERE studio_id = ${studio.id} AND id = ${draftId}`),
    audit: auditStatement(
      ctx,
      { action: 'invoice.draft_discarded', subjectKind: 'invoice', subjectId: draftId },
      rightAfterChange,
    ),
  })
}
