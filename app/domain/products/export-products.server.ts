import { sql } from 'drizzle-orm'
import { batch } from '#app/db/batch.server.ts'
import { auditStatement } from '#app/domain/audit/audit.server.ts'
import type { StaffContext } from '#app/domain/scope/staff-context.ts'
import type { CsvCell } from '#app/values/csv.ts'
import { typedMinor } from '#app/values/money.ts'
import type { ProductFilters } from './product-filters.ts'
import { productRowsStatement } from './product-queries.server.ts'

const head = [
  ...['Name', 'Size', 'Colour', 'SKU', 'Barcode', 'Price', 'OurCost', 'Tax %', 'Supplier'],
  ...['Stock', 'ReorderLevel'],
]

const atOnce = 500

/** Rows a file holds at most. */
const mostRows = 20_000

/**
 * The catalogue that the filters leave as rows of a file, a variant each, some at a time, with the
 * heads that other programs read (`OurCost`, `ReorderLevel`). That it was taken is audited (R14).
 */
export async function exportProducts(
  ctx: StaffContext,
  filters: ProductFilters,
): Promise<AsyncIterable<CsvCell[][]>> {
  await batch(ctx.db, {
    audit: auditStatement(ctx, {
      action: 'products.exported',
      subjectKind: 'studio',
      subjectId: ctx.studio.id,
      detail: { ...filters },
    }),
  })
  return rowsOfFile(ctx, filters)
}

async function* rowsOfFile(ctx: StaffContext, filters: ProductFilters) {
  yield [head]
  const amount = (minor: number | null) =>
    minor === null ? '' : typedMinor(minor, ctx.studio.currency)
  for (let offset = 0; offset < mostRows; offset += atOnce) {
    const rows = await productRowsStatement(ctx, filters, sql`LIMIT ${atOnce} OFFSET ${offset}`)
    yield rows.map((row): CsvCell[] => [
      ...[row.name, row.size, row.colour, row.sku, row.barcode],
      ...[amount(row.priceMinor), amount(row.costMinor), row.taxRateBp / 100, row.supplier],
      ...[row.stock, row.reorderLevel ?? ''],
    ])
    if (rows.length < atOnce) return
  }
}
