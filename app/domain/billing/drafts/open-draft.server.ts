import { sql } from 'drizzle-orm'
import { batch } from '#app/db/batch.server.ts'
import { auditStatement, rightAfterChange } from '#app/domain/audit/audit.server.ts'
import type { StaffContext } from '#app/domain/scope/staff-context.ts'
import { localDate } from '#app/values/zone.ts'
import { openInvoiceStatements } from '../invoices/open-invoice.server.ts'
import { billingSettingsStatement, settingsFrom } from '../settings/billing-settings.server.ts'
import { draftStatement, draftTerms } from './draft-queries.server.ts'
import { draftTotals } from './draft-totals.ts'

export type OpenDraftResult =
  | { ok: true; invoiceId: string; reference: string; again?: true }
  /** `changed`: the draft is not what the page showed. */
  | { ok: false; reason: 'not_found' | 'changed' | 'nothing_to_pay' | 'due_before' }

export const invoiceOfDraft = (draftId: string): string => `draft-${draftId}`

/**
 * Makes an invoice of a draft as the page showed it (`version`), with the next number: its lines
 * are owed from now on and change no more (SM-INV). Sums are worked out here from what the draft
 * says, never taken from a form. Pressed twice, or by two at once, it is one invoice. Refused where
 * nothing is to pay, or the day it is due is over.
 */
export async function openDraft(
  ctx: StaffContext,
  draftId: string,
  version: number,
): Promise<OpenDraftResult> {
  const { db, studio, now, actor } = ctx
  const invoiceId = invoiceOfDraft(draftId)
  const today = localDate(now, studio.timeZone)
  const { drafts, settings, opened } = await batch(db, {
    drafts: draftStatement(ctx, draftId),
    settings: billingSettingsStatement(ctx),
    opened: openedStatement(ctx, invoiceId),
  })
  if (opened[0]) return { ok: true, invoiceId, reference: opened[0].reference, again: true }
  const [draft] = drafts
  if (!draft) return { ok: false, reason: 'not_found' }
  if (draft.version !== version) return { ok: false, reason: 'changed' }
  const terms = draftTerms(draft)
  const { lines, totalMinor } = draftTotals(terms)
  if (totalMinor <= 0) return { ok: false, reason: 'nothing_to_pay' }
  if (draft.dueOn !== null && draft.dueOn < today) return { ok: false, reason: 'due_before' }
  const { found } = await batch(db, {
    // A line that a discount took all of is paid already.
    charge: db.run(sql`
      INSERT INTO open_items (id, studio_id, person_id, kind, subject_id, amount_minor, currency,
        working, state, dedupe_key, created_at, settled_at, quantity, discount_minor,
        discount_reason, tax_rate_bp)
      SELECT ${draftId} || '-' || substr('0' || line.key, -2), draft.studio_id, draft.person_id,
        'other', ${draftId} || '-' || (line.value ->> 'id'), line.value ->> 'amountMinor',
        ${studio.currency}, line.value ->> 'what',
        CASE line.value ->> 'amountMinor' WHEN 0 THEN 'settled' ELSE 'open' END,
        'draft:' || ${draftId} || ':' || (line.value ->> 'id'), ${now},
        CASE line.value ->> 'amountMinor' WHEN 0 THEN ${now} END, line.value ->> 'quantity',
        line.value ->> 'discountMinor', line.value ->> 'discountReason',
        line.value ->> 'taxRateBp'
      FROM invoice_drafts AS draft, json_each(${JSON.stringify(lines)}) AS line
      WHERE draft.studio_id = ${studio.id} AND draft.id = ${draftId}
        AND draft.version = ${version}
      ON CONFLICT DO NOTHING`),
    audit: auditStatement(
      ctx,
      {
        action: 'invoice.made',
        subjectKind: 'invoice',
        subjectId: invoiceId,
        detail: { personId: draft.personId, totalMinor, by: actor.name },
      },
      rightAfterChange,
    ),
    ...openInvoiceStatements(ctx, settingsFrom(ctx, settings), {
      id: invoiceId,
      personId: draft.personId,
      kind: 'invoice',
      issuedOn: today,
      items: sql`item.dedupe_key >= ${`draft:${draftId}:`}
        AND item.dedupe_key < ${`draft:${draftId};`}`,
      ...(draft.dueOn ? { dueOn: draft.dueOn } : {}),
      ownRates: true,
      netPrices: terms.netPrices,
    }),
    gone: db.run(sql`
      DELETE FROM invoice_drafts WHERE studio_id = ${studio.id} AND id = ${draftId}
        AND EXISTS (SELECT 1 FROM invoices
          WHERE studio_id = ${studio.id} AND id = ${invoiceId})`),
    found: openedStatement(ctx, invoiceId),
  })
  const [invoice] = found
  return invoice
    ? { ok: true, invoiceId, reference: invoice.reference }
    : { ok: false, reason: 'changed' }
}

const openedStatement = ({ db, studio }: StaffContext, invoiceId: string) =>
  db.all<{ reference: string }>(sql`
    SELECT reference FROM invoices WHERE studio_id = ${studio.id} AND id = ${invoiceId}`)
