/** How invoices are found for a list, its count and its file: one list of columns, one WHERE. */
import { type SQL, sql } from 'drizzle-orm'
import { balanceSql } from '#app/domain/billing/invoices/payment-statements.server.ts'
import { foundAtDeskSql } from '#app/domain/people/list/people-where.server.ts'
import type { StudioContext } from '#app/domain/scope/contexts.ts'
import { parseMinor } from '#app/values/money.ts'
import { addDays, localDate } from '#app/values/zone.ts'
import type { InvoiceFilters, InvoiceView } from './invoice-filters.ts'

export const invoiceColumnsSql: SQL = sql`invoice.id, invoice.kind, invoice.reference,
  invoice.state, invoice.issued_on AS issuedOn, invoice.due_on AS dueOn, invoice.currency,
  invoice.total_minor AS totalMinor, invoice.tax_minor AS taxMinor,
  ${balanceSql(sql`invoice.studio_id`, sql`invoice.id`)} AS balanceMinor,
  invoice.person_id AS personId, person.name AS personName,
  (SELECT line.working FROM open_items AS line WHERE line.studio_id = invoice.studio_id
    AND line.invoice_id = invoice.id ORDER BY line.amount_minor DESC, line.id LIMIT 1) AS what,
  (SELECT count(*) FROM open_items AS line WHERE line.studio_id = invoice.studio_id
    AND line.invoice_id = invoice.id) AS lines`

/** The guardian it is addressed to, as `payer`, where that is another than whose account it is on. */
export const payerSourceSql: SQL = sql`LEFT JOIN people AS payer
  ON payer.id = invoice.billed_to_id AND payer.studio_id = invoice.studio_id`

/** Whether the one it is addressed to has an account to read it in, over `invoice` and `person`. */
export const readerHasAccountSql: SQL = sql`iif(invoice.billed_to_id IS NULL, person.user_id,
  (SELECT payer.user_id FROM people AS payer WHERE payer.id = invoice.billed_to_id)) IS NOT NULL`

export const invoiceSourceSql: SQL = sql`invoices AS invoice
  CROSS JOIN people AS person ON person.id = invoice.person_id`

/** Rows that a filter without an index of the list starts from: the newest that it finds. */
const nearest = 200

/**
 * What a list, its count and its file read from. Filters of which a list in order may find few
 * among very many start from the newest rows that they find themselves.
 */
export function invoicesSource(ctx: StudioContext, filters: InvoiceFilters): SQL {
  const near = nearSql(ctx, filters)
  return near
    ? sql`(${near}) AS near CROSS JOIN invoices AS invoice ON invoice.id = near.id
        CROSS JOIN people AS person ON person.id = invoice.person_id`
    : invoiceSourceSql
}

function nearSql(ctx: StudioContext, filters: InvoiceFilters): SQL | null {
  const { studio } = ctx
  const { view, method, location, from, until } = filters
  const amount = amountOf(ctx, filters)
  if (amount !== null) {
    return sql`SELECT invoice.id FROM invoices AS invoice INDEXED BY invoices_by_total
      WHERE invoice.studio_id = ${studio.id}
        AND invoice.total_minor = ${view === 'credit_notes' ? -amount : amount}
      ORDER BY invoice.issued_on DESC LIMIT ${nearest}`
  }
  if (method) {
    // What was paid long after it was issued is found without the days.
    return sql`SELECT DISTINCT part.invoice_id AS id FROM (
        SELECT payment.id FROM payments AS payment INDEXED BY payments_by_method
        WHERE payment.studio_id = ${studio.id} AND payment.method = ${method}
          ${from ? sql`AND payment.taken_on >= ${from}` : sql``}
          ${until ? sql`AND payment.taken_on <= ${addDays(until, 90)}` : sql``}
        ORDER BY payment.taken_on DESC LIMIT ${nearest}) AS paid
      CROSS JOIN allocations AS part ON part.studio_id = ${studio.id}
        AND part.payment_id = paid.id`
  }
  if (!location) return null
  return sql`SELECT invoice.id FROM invoices AS invoice
    WHERE invoice.studio_id = ${studio.id} AND ${viewAndDays(ctx, filters)}
    ORDER BY ${invoicesOrder(filters)} LIMIT ${2 * nearest}`
}

/** The amount that is looked for, in minor units; null where none is, or it is no amount. */
const amountOf = ({ studio }: StudioContext, { amount }: InvoiceFilters): number | null =>
  amount === '' ? null : (parseMinor(amount, studio.currency) ?? -1)

function viewAndDays({ studio, now }: StudioContext, filters: InvoiceFilters): SQL {
  const { view, from, until } = filters
  const isInvoice = sql`invoice.kind = 'invoice'`
  const views: Record<InvoiceView, SQL> = {
    open: sql`invoice.state = 'open' AND ${isInvoice}`,
    overdue: sql`invoice.state = 'open' AND ${isInvoice}
      AND invoice.due_on < ${localDate(now, studio.timeZone)}`,
    paid: sql`invoice.state = 'paid' AND ${isInvoice}`,
    written_off: sql`invoice.state = 'uncollectible' AND ${isInvoice}`,
    void: sql`invoice.state = 'void' AND ${isInvoice}`,
    credit_notes: sql`invoice.kind = 'credit_note'`,
    all: sql`1`,
  }
  return sql.join(
    [
      views[view],
      ...(from ? [sql`invoice.issued_on >= ${from}`] : []),
      ...(until ? [sql`invoice.issued_on <= ${until}`] : []),
    ],
    sql` AND `,
  )
}

/** The one WHERE of the list, over `invoices AS invoice` and its `person`. */
export function invoicesWhere(ctx: StudioContext, filters: InvoiceFilters): SQL {
  const { studio } = ctx
  const { q, method, location } = filters
  const amount = amountOf(ctx, filters)
  const conditions = [
    sql`invoice.studio_id = ${studio.id} AND ${viewAndDays(ctx, filters)}`,
    q === ''
      ? null
      : sql`(invoice.reference = ${q.toUpperCase()} OR invoice.person_id IN (
          SELECT person.id FROM people AS person WHERE ${foundAtDeskSql(ctx, q, 200)}))`,
    amount === null ? null : sql`abs(invoice.total_minor) = ${amount}`,
    method === ''
      ? null
      : sql`EXISTS (SELECT 1 FROM allocations AS part
          JOIN payments AS payment ON payment.id = part.payment_id
          WHERE part.studio_id = invoice.studio_id AND part.invoice_id = invoice.id
            AND payment.method = ${method})`,
    location === '' ? null : sql`person.home_location_id = ${location}`,
  ].filter((one) => one !== null)
  return sql.join(conditions, sql` AND `)
}

/**
 * What is open by when it was due, oldest first; everything else newest first. Each order is that
 * of an index behind its view's condition.
 */
export function invoicesOrder({ view }: Pick<InvoiceFilters, 'view'>): SQL {
  if (view === 'open' || view === 'overdue') return sql`invoice.due_on, invoice.number`
  if (view === 'credit_notes') return sql`invoice.number DESC`
  if (view === 'all') return sql`invoice.issued_on DESC, invoice.number DESC`
  return sql`invoice.due_on DESC, invoice.number DESC`
}
