import { sql } from 'drizzle-orm'
import { batch, prefixed } from '#app/db/batch.server.ts'
import { auditStatement, rightAfterChange } from '#app/domain/audit/audit.server.ts'
import type { StaffContext } from '#app/domain/scope/staff-context.ts'
import { type Discount, discountOf, sharedOut } from '#app/values/billing/discount.ts'
import { localDate } from '#app/values/zone.ts'
import { givenBackOfSql } from '../open-item-sums.server.ts'
import { billingSettingsStatement, settingsFrom } from '../settings/billing-settings.server.ts'
import { refundLimitOf } from '../settings/billing-settings.ts'
import { openInvoiceStatements } from './open-invoice.server.ts'
import { balanceSql, paymentStatements } from './payment-statements.server.ts'
import { givenOfInvoiceSql } from './refund-invoice.server.ts'

export type DiscountInvoice = {
  /** Comes with the form, so that a double press takes it off once. */
  key: string
  invoiceId: string
  /** The line it is off; null is all of them, by what each comes to. */
  itemId: string | null
  discount: Discount
  reason: string
}

export type DiscountInvoiceResult =
  | { ok: true; creditNote: string; minor: number; again?: true }
  | { ok: false; reason: 'not_found' | 'changed' }
  /** `mostMinor` is what is still to pay or left of the line, or what this role may still give. */
  | { ok: false; reason: 'too_much' | 'desk_limit'; mostMinor: number }

type LineRow = { id: string; subjectId: string; working: string; restMinor: number }

/**
 * Takes something off an open invoice by hand. An invoice that has its number never changes
 * (SM-INV): a credit note with the reason takes it off, with the tax of each line, and what is to
 * pay falls by it, in one batch. Never more than is still to pay or is left of a line, and of one
 * invoice no more than the studio lets the role give back, discounts and refunds together (story
 * 20), even when two do it at once. Also after the day's takings are closed: it moves no money.
 */
export async function discountInvoice(
  ctx: StaffContext,
  { key, invoiceId, itemId, discount, reason }: DiscountInvoice,
): Promise<DiscountInvoiceResult> {
  const { db, studio, now, actor } = ctx
  const today = localDate(now, studio.timeZone)
  const noteId = `note-${key}`
  const rest = sql`(line.amount_minor - ${givenBackOfSql(sql.raw('line'))})`
  const balance = balanceSql(sql`${studio.id}`, sql`${invoiceId}`)
  const givenSql = givenOfInvoiceSql(ctx, invoiceId)
  const note = db.all<{ reference: string; minor: number }>(sql`
    SELECT reference, -total_minor AS minor FROM invoices
    WHERE studio_id = ${studio.id} AND id = ${noteId} AND credits_invoice_id = ${invoiceId}`)
  const { settings, invoices, lines, before } = await batch(db, {
    settings: billingSettingsStatement(ctx),
    invoices: db.all<{ personId: string; balance: number; given: number }>(sql`
      SELECT person_id AS personId, ${balance} AS balance, ${givenSql} AS given FROM invoices
      WHERE studio_id = ${studio.id} AND id = ${invoiceId} AND kind = 'invoice'`),
    lines: db.all<LineRow>(sql`
      SELECT line.id, line.subject_id AS subjectId, line.working, ${rest} AS restMinor
      FROM open_items AS line
      WHERE line.studio_id = ${studio.id} AND line.invoice_id = ${invoiceId}
        AND line.state <> 'void' AND line.amount_minor > 0 AND line.kind <> 'gift_card'
        AND ${itemId === null ? sql`1` : sql`line.id = ${itemId}`}
      ORDER BY line.created_at, line.id`),
    before: note,
  })
  if (before[0])
    return { ok: true, creditNote: before[0].reference, minor: before[0].minor, again: true }
  const [invoice] = invoices
  if (!invoice || (lines.length === 0 && itemId !== null)) return { ok: false, reason: 'not_found' }
  const left = lines.reduce((sum, { restMinor }) => sum + restMinor, 0)
  const minor = 'bp' in discount ? discountOf(discount, left) : discount.minor
  const mostMinor = Math.max(0, Math.min(left, invoice.balance))
  if (minor > mostMinor || minor === 0) return { ok: false, reason: 'too_much', mostMinor }
  const given = settingsFrom(ctx, settings)
  const limit = refundLimitOf(given, actor.role)
  if (limit !== null && minor > limit - invoice.given) {
    const may = Math.max(0, limit - invoice.given)
    return { ok: false, reason: 'desk_limit', mostMinor: may }
  }
  const shares = sharedOut(
    minor,
    lines.map(({ restMinor }) => restMinor),
  )
  const parts = lines.flatMap((line, i) =>
    shares[i] ? [{ ...line, id: `${key}-${i}`, of: line.id, minor: shares[i] }] : [],
  )
  const json = JSON.stringify(parts)
  const { personId } = invoice
  const credit = { personId, method: 'credit' as const, takenBy: actor.name, note: reason }
  const noted = sql`EXISTS (SELECT 1 FROM invoices AS noted
    WHERE noted.studio_id = ${studio.id} AND noted.id = ${noteId})`
  const { after } = await batch(db, {
    off: db.run(sql`
      INSERT INTO open_items (id, studio_id, person_id, kind, subject_id, amount_minor, currency,
        working, state, dedupe_key, created_at)
      SELECT part.value ->> 'id', ${studio.id}, ${personId}, 'refund', part.value ->> 'subjectId',
        -(part.value ->> 'minor'), ${studio.currency}, 'Discount: ' || (part.value ->> 'working'),
        'open', 'refund:' || (part.value ->> 'of') || ':' || ${key}, ${now}
      FROM json_each(${json}) AS part
      WHERE ${balance} >= ${minor}
        AND ${limit === null ? sql`1` : sql`${limit} - ${givenSql} >= ${minor}`} AND NOT EXISTS (
        SELECT 1 FROM json_each(${json}) AS one LEFT JOIN open_items AS line
          ON line.studio_id = ${studio.id} AND line.id = one.value ->> 'of'
            AND line.state <> 'void'
        WHERE line.id IS NULL OR ${rest} < one.value ->> 'minor')
      ON CONFLICT DO NOTHING`),
    audit: auditStatement(
      ctx,
      {
        action: 'invoice.discounted',
        subjectKind: 'invoice',
        subjectId: invoiceId,
        reason,
        detail: { itemId, minor },
      },
      rightAfterChange,
    ),
    ...openInvoiceStatements(ctx, given, {
      id: noteId,
      personId,
      kind: 'credit_note',
      issuedOn: today,
      reason,
      items: sql`item.id IN (SELECT one.value ->> 'id' FROM json_each(${json}) AS one)`,
      credits: invoiceId,
    }),
    ...prefixed(
      'note',
      paymentStatements(
        ctx,
        { ...credit, id: `off-${key}`, invoiceId: noteId, amountMinor: -minor },
        noted,
      ),
    ),
    ...prefixed(
      'paid',
      paymentStatements(ctx, { ...credit, id: `by-${key}`, invoiceId, amountMinor: minor }, noted),
    ),
    after: note,
  })
  if (after[0]) return { ok: true, creditNote: after[0].reference, minor: after[0].minor }
  // Two took something off at once.
  return { ok: false, reason: 'changed' }
}
