/** Reads of the till. */
import { sql } from 'drizzle-orm'
import { batch } from '#app/db/batch.server.ts'
import { accountCreditSql } from '#app/domain/billing/invoices/payment-statements.server.ts'
import { givenBackOfSql } from '#app/domain/billing/open-item-sums.server.ts'
import { locationsStatement } from '#app/domain/facilities/facility-queries.server.ts'
import { onSaleStatement } from '#app/domain/products/product-queries.server.ts'
import { returnedOfSql, stockAtSql } from '#app/domain/products/stock-statements.server.ts'
import type { StudioContext } from '#app/domain/scope/contexts.ts'
import type { Instant } from '#app/values/instant.ts'
import type { BasketLine } from './basket.ts'

export type SaleRow = {
  id: string
  state: 'open' | 'paid' | 'dropped'
  personId: string | null
  personName: string | null
  locationId: string
  locationName: string
  lines: string
  version: number
  invoiceId: string | null
  creditMinor: number
  createdAt: Instant
  createdBy: string
}

export const readLines = (lines: string): BasketLine[] => JSON.parse(lines) as BasketLine[]

const columnsSql = sql`sale.id, sale.state, sale.person_id AS personId,
  (SELECT name FROM people WHERE people.id = sale.person_id) AS personName,
  sale.location_id AS locationId,
  (SELECT name FROM locations WHERE locations.id = sale.location_id) AS locationName,
  sale.lines, sale.version, sale.invoice_id AS invoiceId, sale.created_at AS createdAt,
  sale.created_by AS createdBy`

/** One sale; no row for a foreign id. */
export const saleStatement = ({ db, studio }: StudioContext, saleId: string) =>
  db.all<SaleRow>(sql`
    SELECT ${columnsSql},
      ${accountCreditSql(sql`sale.studio_id`, sql`sale.person_id`)} AS creditMinor
    FROM till_sales AS sale WHERE sale.studio_id = ${studio.id} AND sale.id = ${saleId}`)

/** A sale with what is left of its lines, and what can be added: at most 24 tiles. One trip. */
export async function salePage(ctx: StudioContext, saleId: string, find: string) {
  const { db, studio } = ctx
  const location = sql`(SELECT location_id FROM till_sales AS at
    WHERE at.studio_id = ${studio.id} AND at.id = ${saleId})`
  const { sales, stock, tiles } = await batch(db, {
    sales: saleStatement(ctx, saleId),
    stock: db.all<{ variantId: string; there: number }>(sql`
      SELECT line.value ->> 'variantId' AS variantId,
        ${stockAtSql(sql`sale.studio_id`, sql`line.value ->> 'variantId'`, sql`sale.location_id`)}
          AS there
      FROM till_sales AS sale, json_each(sale.lines) AS line
      WHERE sale.studio_id = ${studio.id} AND sale.id = ${saleId}`),
    tiles: onSaleStatement(ctx, { q: find, locationId: location, most: 24 }),
  })
  const [sale] = sales
  return sale ? { sale, lines: readLines(sale.lines), stock, tiles } : null
}

/** Sales that are held: the newest 20. */
export const tillPage = (ctx: StudioContext) =>
  batch(ctx.db, {
    sales: ctx.db.all<Omit<SaleRow, 'creditMinor'>>(sql`
      SELECT ${columnsSql} FROM till_sales AS sale INDEXED BY till_sales_open
      WHERE sale.studio_id = ${ctx.studio.id} AND sale.state = 'open'
      ORDER BY sale.created_at DESC LIMIT 20`),
    locations: locationsStatement(ctx),
  })

export type SoldLine = {
  id: string
  working: string
  quantity: number
  amountMinor: number
  /** What of it is paid and not given back. */
  restMinor: number
  returned: number
  variantId: string
  locationId: string
  personId: string
}

/** The lines of an invoice that are goods, with what came back of each. */
export const soldLinesStatement = ({ db, studio }: StudioContext, invoiceId: string) =>
  db.all<SoldLine>(sql`
    SELECT item.id, item.working, item.quantity, item.amount_minor AS amountMinor,
      item.amount_minor - ${givenBackOfSql(sql.raw('item'))} AS restMinor,
      ${returnedOfSql(sql`item.studio_id`, sql`item.id`)} AS returned,
      move.variant_id AS variantId, move.location_id AS locationId, item.person_id AS personId
    FROM open_items AS item
    JOIN stock_moves AS move ON move.studio_id = item.studio_id AND move.item_id = item.id
      AND move.kind = 'sold'
    WHERE item.studio_id = ${studio.id} AND item.invoice_id = ${invoiceId}
      AND item.kind = 'product' ORDER BY item.id`)
