import { sql } from 'drizzle-orm'
import { batch } from '#app/db/batch.server.ts'
import { accountCreditSql } from '#app/domain/billing/invoices/payment-statements.server.ts'
import {
  givenBackOfSql,
  lineDiscountSql,
  takenOffSql,
} from '#app/domain/billing/open-item-sums.server.ts'
import { returnedOfSql } from '#app/domain/products/stock-statements.server.ts'
import type { StudioContext } from '#app/domain/scope/contexts.ts'
import { invoiceColumnsSql, invoiceSourceSql, payerSourceSql } from './invoice-rows.server.ts'
import type { InvoiceLineRow, InvoicePage } from './invoice-view.ts'

/** One invoice or credit note with its lines, its money and what was credited. One trip. */
export async function invoicePage(
  ctx: StudioContext,
  invoiceId: string,
): Promise<InvoicePage | null> {
  return toInvoicePage(await batch(ctx.db, invoiceStatements(ctx, invoiceId)))
}

/**
 * The same for a page's own batch, of one person's account or addressed to them where
 * `personId` says whom.
 */
export function invoiceStatements(
  { db, studio }: StudioContext,
  invoiceId: string,
  personId: string | null = null,
) {
  const own = sql`studio_id = ${studio.id}`
  const theirs =
    personId === null
      ? sql`1`
      : sql`(invoice.person_id = ${personId} OR invoice.billed_to_id = ${personId})`
  return {
    found: db.all<InvoicePage['invoice'] & { creditMinor: number }>(sql`
      SELECT ${invoiceColumnsSql}, person.email AS personEmail,
        payer.id AS payerId, payer.name AS payerName, payer.email AS payerEmail, invoice.seller,
        invoice.tax_name AS taxName, invoice.net_prices AS netPrices, invoice.reason, invoice.credits_invoice_id AS creditsId,
        (SELECT sold.reference FROM invoices AS sold WHERE sold.studio_id = invoice.studio_id
          AND sold.id = invoice.credits_invoice_id) AS creditsReference,
        ${accountCreditSql(sql`invoice.studio_id`, sql`invoice.person_id`)} AS creditMinor
      FROM ${invoiceSourceSql} ${payerSourceSql}
      WHERE invoice.studio_id = ${studio.id} AND invoice.id = ${invoiceId} AND ${theirs}`),
    lines: db.all<InvoiceLineRow>(sql`
      SELECT line.id, line.kind, line.working, line.quantity, line.amount_minor AS amountMinor,
        line.discount_minor AS discountMinor, line.discount_reason AS discountReason,
        line.tax_rate_bp AS taxRateBp,
        line.tax_minor AS taxMinor, line.state, line.period_from AS periodFrom,
        line.period_until AS periodUntil, ${givenBackOfSql(sql.raw('line'))} AS backMinor,
        ${takenOffSql(sql.raw('line'))} - ${lineDiscountSql(sql.raw('line'))} AS refundedMinor,
        CASE WHEN line.state <> 'settled' THEN 0
          WHEN line.kind = 'product'
            THEN line.quantity - ${returnedOfSql(sql`line.studio_id`, sql`line.id`)}
          WHEN line.kind = 'package' THEN coalesce((SELECT sum(entry.amount) FROM lots AS lot
            JOIN entries AS entry ON entry.studio_id = lot.studio_id AND entry.lot_id = lot.id
            WHERE lot.id = line.subject_id AND lot.refunded_at IS NULL), 0)
          ELSE 0 END AS comesBack
      FROM open_items AS line
      WHERE line.studio_id = ${studio.id} AND line.invoice_id = ${invoiceId}
      ORDER BY line.created_at, line.amount_minor < 0, line.id`),
    payments: db.all<InvoicePage['payments'][number]>(sql`
      SELECT payment.id, payment.taken_at AS takenAt, payment.method,
        part.amount_minor AS amountMinor, payment.taken_by AS takenBy, payment.note
      FROM allocations AS part JOIN payments AS payment ON payment.id = part.payment_id
      WHERE part.studio_id = ${studio.id} AND part.invoice_id = ${invoiceId}
      ORDER BY payment.taken_at, payment.id`),
    parts: db.all<InvoicePage['parts'][number]>(sql`
      SELECT id, due_on AS dueOn, amount_minor AS amountMinor FROM invoice_parts
      WHERE ${own} AND invoice_id = ${invoiceId} ORDER BY due_on, id`),
    notes: db.all<InvoicePage['notes'][number]>(sql`
      SELECT id, reference, issued_on AS issuedOn, total_minor AS totalMinor, reason,
        coalesce((SELECT group_concat(line.working, '; ') FROM open_items AS line
          WHERE line.studio_id = note.studio_id AND line.invoice_id = note.id), '') AS what
      FROM invoices AS note WHERE ${own} AND credits_invoice_id = ${invoiceId} ORDER BY number`),
  }
}

/** What the statements answered; null where there is no such invoice. */
export function toInvoicePage({
  found,
  lines,
  payments,
  parts,
  notes,
}: Pick<InvoicePage, 'lines' | 'payments' | 'parts' | 'notes'> & {
  found: (InvoicePage['invoice'] & { creditMinor: number })[]
}): InvoicePage | null {
  const [row] = found
  if (!row) return null
  const { creditMinor, ...invoice } = row
  return { invoice, creditMinor, lines, payments, parts, notes }
}

/** Whether the studio has such an invoice. */
export async function hasInvoice({ db, studio }: StudioContext, invoiceId: string) {
  const found = await db.all(sql`
    SELECT 1 FROM invoices WHERE studio_id = ${studio.id} AND id = ${invoiceId}`)
  return found.length > 0
}
