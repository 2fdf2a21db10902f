import { sql } from 'drizzle-orm'
import { batch } from '#app/db/batch.server.ts'
import { auditStatement } from '#app/domain/audit/audit.server.ts'
import type { StaffContext } from '#app/domain/scope/staff-context.ts'
import type { CsvCell } from '#app/values/csv.ts'
import { typedMinor } from '#app/values/money.ts'
import { localDate } from '#app/values/zone.ts'
import type { InvoiceFilters } from './invoice-filters.ts'
import {
  invoiceColumnsSql,
  invoicesOrder,
  invoicesSource,
  invoicesWhere,
} from './invoice-rows.server.ts'
import { type InvoiceRow, invoiceState } from './invoice-words.ts'

const head = [
  ...['Number', 'Kind', 'State', 'Issued', 'Due', 'Person', 'What', 'Currency'],
  ...['Before tax', 'Tax', 'Total', 'Open'],
]

const atOnce = 500

/** Rows a file holds at most. */
const mostRows = 50_000

/**
 * The invoices that the filters leave as rows of a file, some at a time, for the accountant: one
 * row each, amounts as decimals of the currency. That it was taken is audited.
 */
export async function exportInvoices(
  ctx: StaffContext,
  filters: InvoiceFilters,
): Promise<AsyncIterable<CsvCell[][]>> {
  await batch(ctx.db, {
    audit: auditStatement(ctx, {
      action: 'invoices.exported',
      subjectKind: 'studio',
      subjectId: ctx.studio.id,
      detail: { ...filters },
    }),
  })
  return rowsOfFile(ctx, filters)
}

async function* rowsOfFile(ctx: StaffContext, filters: InvoiceFilters) {
  yield [head]
  const today = localDate(ctx.now, ctx.studio.timeZone)
  for (let offset = 0; offset < mostRows; offset += atOnce) {
    const rows = await ctx.db.all<InvoiceRow>(sql`
      SELECT ${invoiceColumnsSql} FROM ${invoicesSource(filters)}
      WHERE ${invoicesWhere(ctx, filters)} ORDER BY ${invoicesOrder(filters)}
      LIMIT ${atOnce} OFFSET ${offset}`)
    yield rows.map((row): CsvCell[] => {
      const amount = (minor: number) => typedMinor(minor, row.currency)
      return [
        ...[row.reference, row.kind === 'invoice' ? 'Invoice' : 'Credit note'],
        ...[invoiceState(row, today).text, row.issuedOn, row.dueOn, row.personName, row.what],
        ...[row.currency, amount(row.totalMinor - row.taxMinor), amount(row.taxMinor)],
        ...[amount(row.totalMinor), amount(row.balanceMinor)],
      ]
    })
    if (rows.length < atOnce) return
  }
}
