import { sql } from 'drizzle-orm'
import { batch } from '#app/db/batch.server.ts'
import {
  countLimit,
  type Page,
  type PageNumber,
  pageStatements,
  toPage,
} from '#app/db/page.server.ts'
import { dueBySql } from '#app/domain/billing/invoices/part-statements.server.ts'
import { balanceSql } from '#app/domain/billing/invoices/payment-statements.server.ts'
import { locationsStatement } from '#app/domain/facilities/facility-queries.server.ts'
import type { StudioContext } from '#app/domain/scope/contexts.ts'
import { addDays, localDate } from '#app/values/zone.ts'
import type { InvoiceFilters } from './invoice-filters.ts'
import {
  invoiceColumnsSql,
  invoicesOrder,
  invoicesSource,
  invoicesWhere,
} from './invoice-rows.server.ts'
import type { InvoiceRow } from './invoice-words.ts'

export type InvoicesPage = {
  invoices: Page<InvoiceRow>
  locations: { id: string; name: string }[]
  /** Of everything open, and of what of it is overdue; `more` where there are over 1,000. */
  open: { n: number; minor: number; overdue: number; overdueMinor: number; more: boolean }
}

/** One page of invoices and what is open in all. One trip. */
export async function invoicesListPage(
  ctx: StudioContext,
  filters: InvoiceFilters,
  at: PageNumber,
): Promise<InvoicesPage> {
  const { db, studio, now } = ctx
  const today = localDate(now, studio.timeZone)
  const answer = await batch(db, {
    ...pageStatements<InvoiceRow>(
      db,
      {
        select: invoiceColumnsSql,
        from: invoicesSource(filters),
        where: invoicesWhere(ctx, filters),
        orderBy: invoicesOrder(filters),
      },
      at,
    ),
    locations: locationsStatement(ctx),
    open: db.all<Omit<InvoicesPage['open'], 'more'>>(sql`
      SELECT count(*) AS n, coalesce(sum(minor), 0) AS minor,
        coalesce(sum(late), 0) AS overdue,
        coalesce(sum(due) FILTER (WHERE late), 0) AS overdueMinor
      FROM (
        SELECT ${balanceSql(sql`invoice.studio_id`, sql`invoice.id`)} AS minor,
          ${dueBySql(
            sql.raw('invoice'),
            addDays(today, -1),
            balanceSql(sql`invoice.studio_id`, sql`invoice.id`),
          )} AS due, invoice.due_on < ${today} AS late
        FROM invoices AS invoice
        WHERE invoice.studio_id = ${studio.id} AND invoice.state = 'open'
          AND invoice.kind = 'invoice'
        LIMIT ${countLimit + 1})`),
  })
  const open = answer.open[0]!
  return {
    locations: answer.locations.map(({ id, name }) => ({ id, name })),
    invoices: toPage(answer, at, (row) => row),
    open: { ...open, more: open.n > countLimit },
  }
}
