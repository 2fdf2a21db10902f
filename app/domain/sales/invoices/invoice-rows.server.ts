/** How invoices are found for a list, its count and its file: one list of columns, one WHERE. */
import { type SQL, sql } from 'drizzle-orm'
import { paidByBits } from '#app/db/studio/billing.ts'
import { balanceSql } from '#app/domain/billing/invoices/payment-statements.server.ts'
import { foundAtDeskSql } from '#app/domain/people/list/people-where.server.ts'
import type { StudioContext } from '#app/domain/scope/contexts.ts'
import { parseMinor } from '#app/values/money.ts'
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

/** The guardian it is addressed to, as `payer`, where that is another than whose account it is on. */
export const payerSourceSql: SQL = sql`LEFT JOIN people AS payer
  ON payer.id = invoice.billed_to_id AND payer.studio_id = invoice.studio_id`

/** Whether the one it is addressed to has an account to read it in, over `invoice` and `person`. */
export const readerHasAccountSql: SQL = sql`iif(invoice.billed_to_id IS NULL, person.user_id,
  (SELECT payer.user_id FROM people AS payer WHERE payer.id = invoice.billed_to_id)) IS NOT NULL`

export const invoiceSourceSql: SQL = sql`invoices AS invoice
  CROSS JOIN people AS person ON person.id = invoice.person_id`

/**
 * What a list, its count and its file read from, in the order of the index that fits what they are
 * narrowed by, so that a page is as quick in a large studio as in a small one.
 */
export const invoicesSource = (filters: InvoiceFilters): SQL =>
  sql`invoices AS invoice ${indexedBy(filters)}
    CROSS JOIN people AS person ON person.id = invoice.person_id`

function indexedBy(filters: InvoiceFilters): SQL {
  const { view, method, location } = filters
  const byState = view === 'all' ? '' : '_state'
  if (bySize(filters)) {
    return sql.raw(
      `INDEXED BY ${view === 'credit_notes' ? 'invoices_by_total' : `invoices_by${byState}_size`}`,
    )
  }
  if (method) return sql.raw(`INDEXED BY invoices_${method}${byState}`)
  return location ? sql.raw(`INDEXED BY invoices_by_location${byState}`) : sql``
}

/** Whether a list is narrowed by total. */
const bySize = ({ least, most }: Pick<InvoiceFilters, 'least' | 'most'>): boolean =>
  least !== '' || most !== ''

/** A total that is asked for, in minor units; what is no amount is found nowhere. */
const minorOf = ({ studio }: StudioContext, typed: string): number =>
  parseMinor(typed, studio.currency) ?? -1

function sizeSql(ctx: StudioContext, { view, least, most }: InvoiceFilters): SQL | null {
  if (!bySize({ least, most })) return null
  const from = least === '' ? 0 : minorOf(ctx, least)
  const until = most === '' ? Number.MAX_SAFE_INTEGER : minorOf(ctx, most)
  if (from < 0 || until < 0) return sql`0`
  return view === 'credit_notes'
    ? sql`invoice.total_minor BETWEEN ${-until} AND ${-from}`
    : sql`abs(invoice.total_minor) BETWEEN ${from} AND ${until}`
}

function viewAndDays({ studio, now }: StudioContext, filters: InvoiceFilters): SQL {
  const { view, from, until } = filters
  const isInvoice = sql`invoice.kind = 'invoice'`
  const views: Record<InvoiceView, SQL> = {
    open: sql`invoice.state = 'open' AND ${isInvoice}`,
    overdue: sql`invoice.state = 'open' AND ${isInvoice}
      AND invoice.due_on < ${localDate(now, studio.timeZone)}`,
    paid: sql`invoice.state = 'paid' AND ${isInvoice}`,
    disputed: sql`invoice.state IN ('disputed','lost') AND ${isInvoice}`,
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
  const conditions = [
    sql`invoice.studio_id = ${studio.id} AND ${viewAndDays(ctx, filters)}`,
    q === ''
      ? null
      : sql`(invoice.reference = ${q.toUpperCase()} OR invoice.person_id IN (
          SELECT person.id FROM people AS person WHERE ${foundAtDeskSql(ctx, q, 200)}))`,
    sizeSql(ctx, filters),
    method === '' ? null : sql.raw(`invoice.paid_by & ${paidByBits[method]}`),
    location === '' ? null : sql`invoice.location_id = ${location}`,
  ].filter((one) => one !== null)
  return sql.join(conditions, sql` AND `)
}

/**
 * What is open by when it was due, oldest first; everything else newest first, and narrowed by total
 * the largest first. Each order is that of an index behind its view's condition.
 */
export function invoicesOrder(filters: Pick<InvoiceFilters, 'view' | 'least' | 'most'>): SQL {
  const { view } = filters
  if (bySize(filters)) {
    return view === 'credit_notes'
      ? sql`invoice.total_minor, invoice.number`
      : sql`abs(invoice.total_minor) DESC, invoice.number DESC`
  }
  if (view === 'open' || view === 'overdue') return sql`invoice.due_on, invoice.number`
  if (view === 'credit_notes') return sql`invoice.number DESC`
  if (view === 'all') return sql`invoice.issued_on DESC, invoice.number DESC`
  return sql`invoice.due_on DESC, invoice.number DESC`
}
