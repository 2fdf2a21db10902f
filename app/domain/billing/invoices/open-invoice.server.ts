import { type SQL, sql } from 'drizzle-orm'
import type { StudioContext } from '#app/domain/scope/contexts.ts'
import { addDays, type LocalDate } from '#app/values/zone.ts'
import { type BillingSettings, sellerLines, taxOf } from '../settings/billing-settings.ts'

/** Which items a new invoice or credit note takes: a condition over `open_items` as `item`. */
export type NewInvoice = {
  id: string
  personId: string
  kind: 'invoice' | 'credit_note'
  items: SQL
  issuedOn: LocalDate
  /** By default as many days after the issue as the studio gives. */
  dueOn?: LocalDate
  reason?: string
  /** The items have rates of their own already. */
  ownRates?: boolean
  /** Its prices are printed without tax. */
  netPrices?: boolean
  /** Of a credit note: the invoice it takes back from, where its maker knows. */
  credits?: string
}

/**
 * Opens an invoice or credit note over items that are on none yet, for a batch. The number is the
 * next of its kind: read and given in one statement, so there is no gap and no double, however many
 * run at once (SM-INV). Where another batch took the items first, there is no row and no number.
 * Tax is worked out by line, inside its amount, at the rate of the day (R12); a credit note has the
 * rate of the line it takes back.
 */
export function openInvoiceStatements(
  { db, studio, now }: StudioContext,
  settings: BillingSettings,
  given: NewInvoice,
) {
  const { id, personId, kind, items, issuedOn, dueOn, reason = '' } = given
  const { ownRates = false, netPrices = false, credits } = given
  const credited = credits === undefined ? creditedSql : sql`${credits}`
  const due = dueOn ?? addDays(issuedOn, kind === 'invoice' ? settings.dueDays : 0)
  const prefix = kind === 'invoice' ? settings.prefix : `${settings.prefix}C`
  const mine = sql`item.studio_id = ${studio.id} AND item.person_id = ${personId}
    AND item.invoice_id IS NULL AND item.state <> 'void' AND ${items}`
  return {
    tax: ownRates
      ? null
      : db.run(sql`
          UPDATE open_items AS item SET tax_rate_bp = ${rateSql(settings, credits)}
          WHERE ${mine}`),
    taxed: db.run(sql`
      UPDATE open_items AS item SET tax_minor =
        CASE WHEN item.amount_minor < 0 THEN -1 ELSE 1 END *
        ((2 * abs(item.amount_minor) * item.tax_rate_bp + 10000 + item.tax_rate_bp)
          / (2 * (10000 + item.tax_rate_bp)))
      WHERE ${mine}`),
    open: db.run(sql`
      INSERT INTO invoices (id, studio_id, person_id, kind, number, reference, state, issued_on,
        due_on, currency, total_minor, tax_minor, credits_invoice_id, seller, tax_name, net_prices,
        reason, created_at)
      SELECT ${id}, ${studio.id}, ${personId}, ${kind}, next.number, ${prefix} || next.number,
        'open', ${issuedOn}, ${due}, ${studio.currency}, sum(item.amount_minor),
        sum(item.tax_minor), ${kind === 'credit_note' ? credited : sql`NULL`},
        ${sellerLines(settings)}, ${settings.taxName}, ${netPrices ? 1 : 0},
        ${reason}, ${now}
      FROM open_items AS item, (
        SELECT CAST(coalesce(max(number), ${settings.firstNumber} - 1) + 1 AS INTEGER) AS number
        FROM invoices
        WHERE studio_id = ${studio.id} AND kind = ${kind}) AS next
      WHERE ${mine} HAVING count(*) > 0
      ON CONFLICT (id) DO NOTHING`),
    lines: db.run(sql`
      UPDATE open_items AS item SET invoice_id = ${id}
      WHERE ${mine}
        AND EXISTS (SELECT 1 FROM invoices WHERE studio_id = ${studio.id} AND id = ${id})`),
  }
}

/** The invoice that the thing was on which is given back: `item` is a line of a credit note. */
const creditedSql = sql`(
  SELECT sold.invoice_id FROM open_items AS sold
  WHERE sold.studio_id = item.studio_id AND sold.subject_id = item.subject_id
    AND sold.amount_minor > 0 AND sold.invoice_id IS NOT NULL
  ORDER BY sold.created_at DESC LIMIT 1)`

/** Rate of a line: by its kind, and that of what it gives back. */
function rateSql(settings: BillingSettings, credits: string | undefined): SQL {
  const byKind = sql.join(
    Object.entries(taxOf).map(([kind, column]) => sql`WHEN ${kind} THEN ${settings[column]}`),
    sql` `,
  )
  return sql`coalesce((
    SELECT sold.tax_rate_bp FROM open_items AS sold
    WHERE item.amount_minor < 0 AND item.kind = 'refund' AND sold.studio_id = item.studio_id
      AND sold.subject_id = item.subject_id AND sold.amount_minor > 0
      AND ${credits === undefined ? sql`sold.invoice_id IS NOT NULL` : sql`sold.invoice_id = ${credits}`}
    ORDER BY sold.created_at DESC LIMIT 1), CASE item.kind ${byKind} ELSE 0 END)`
}
