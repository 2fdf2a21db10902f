/** How invoices are found for a list, its count and its file: one list of columns, one WHERE. */
import { type SQL, sql } from 'drizzle-orm'
import { balanceSql } from '#app/domain/billing/invoices/payment-statements.server.ts'
import { foundAtDeskSql } from '#app/domain/people/list/people-where.server.ts'
import type { StudioContext } from '#app/domain/scope/contexts.ts'
import { localDate } from '#app/values/zone.ts'
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

export const invoiceSourceSql: SQL = sql`invoices AS invoice
  CROSS JOIN people AS person ON person.id = invoice.person_id`

/** The one WHERE of the list, over `invoices AS invoice`. */
export function invoicesWhere(ctx: StudioContext, filters: InvoiceFilters): SQL {
  const { studio, now } = ctx
  const { view, q, from, until } = filters
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
  const conditions = [
    sql`invoice.studio_id = ${studio.id} AND ${views[view]}`,
    q === ''
      ? null
      : sql`(invoice.reference = ${q.toUpperCase()} OR invoice.person_id IN (
          SELECT person.id FROM people AS person WHERE ${foundAtDeskSql(ctx, q, 200)}))`,
    from ? sql`invoice.issued_on >= ${from}` : null,
    until ? sql`invoice.issued_on <= ${until}` : null,
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
