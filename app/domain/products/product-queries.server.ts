/** Reads of the catalogue and its stock. */
import { type SQL, sql } from 'drizzle-orm'
import { batch } from '#app/db/batch.server.ts'
import { type Page, type PageNumber, pageStatements, toPage } from '#app/db/page.server.ts'
import type { MoveKind } from '#app/db/studio/products-words.ts'
import { locationsStatement } from '#app/domain/facilities/facility-queries.server.ts'
import type { StudioContext } from '#app/domain/scope/contexts.ts'
import type { Instant } from '#app/values/instant.ts'
import type { ProductFilters } from './product-filters.ts'
import { stockAtSql } from './stock-statements.server.ts'

export type VariantRow = {
  id: string
  productId: string
  name: string
  size: string
  colour: string
  sku: string
  barcode: string
  priceMinor: number
  costMinor: number | null
  taxRateBp: number
  reorderLevel: number | null
  stock: number
  supplier: string
  version: number
}

const columnsSql = sql`variant.id, variant.product_id AS productId, product.name, variant.size,
  variant.colour, variant.sku, variant.barcode, variant.price_minor AS priceMinor,
  variant.cost_minor AS costMinor, product.tax_rate_bp AS taxRateBp,
  variant.reorder_level AS reorderLevel, variant.stock, product.supplier, variant.version`

const sourceSql = sql`products AS product INDEXED BY products_by_name
  CROSS JOIN product_variants AS variant ON variant.studio_id = product.studio_id
    AND variant.product_id = product.id`

/** `%` and `_` that somebody typed are themselves. */
const like = (q: string) => `%${q.replace(/[\\%_]/g, (sign) => `\\${sign}`)}%`

const foundSql = (q: string): SQL => sql`(product.name LIKE ${like(q)} ESCAPE '\\'
  OR variant.sku = ${q} COLLATE NOCASE OR variant.barcode = ${q}
  OR variant.size = ${q} COLLATE NOCASE OR variant.colour = ${q} COLLATE NOCASE)`

const onSaleSql = sql`product.archived_at IS NULL AND variant.archived_at IS NULL`

function whereSql({ studio }: StudioContext, { view, q, supplier }: ProductFilters): SQL {
  const views = {
    on_sale: onSaleSql,
    low: sql`${onSaleSql} AND variant.stock <= variant.reorder_level`,
    archived: sql`product.archived_at IS NOT NULL`,
  }
  return sql`product.studio_id = ${studio.id} AND ${views[view]}
    AND ${q === '' ? sql`1` : foundSql(q)}
    AND ${supplier === '' ? sql`1` : sql`product.supplier = ${supplier}`}`
}

/** Variants that the filters leave, by name; `portion` is the LIMIT of it. */
export const productRowsStatement = (ctx: StudioContext, filters: ProductFilters, portion: SQL) =>
  ctx.db.all<VariantRow>(sql`
    SELECT ${columnsSql} FROM ${sourceSql} WHERE ${whereSql(ctx, filters)}
    ORDER BY product.name, product.id, variant.id ${portion}`)

export type ProductsPage = {
  variants: Page<VariantRow>
  suppliers: { supplier: string }[]
  low: number
}

/** One page of the catalogue, a row each variant. One trip. */
export async function productsPage(
  ctx: StudioContext,
  filters: ProductFilters,
  at: PageNumber,
): Promise<ProductsPage> {
  const { db, studio } = ctx
  const answer = await batch(db, {
    ...pageStatements<VariantRow>(
      db,
      {
        select: columnsSql,
        from: sourceSql,
        where: whereSql(ctx, filters),
        orderBy: sql`product.name, product.id, variant.id`,
      },
      at,
    ),
    suppliers: db.all<{ supplier: string }>(sql`
      SELECT DISTINCT supplier FROM products
      WHERE studio_id = ${studio.id} AND supplier <> '' AND archived_at IS NULL
      ORDER BY supplier LIMIT 50`),
    low: db.all<{ n: number }>(sql`
      SELECT count(*) AS n FROM product_variants AS variant INDEXED BY product_variants_low
      JOIN products AS product ON product.id = variant.product_id
      WHERE variant.studio_id = ${studio.id} AND variant.archived_at IS NULL
        AND variant.reorder_level IS NOT NULL AND variant.stock <= variant.reorder_level
        AND product.archived_at IS NULL`),
  })
  return {
    variants: toPage(answer, at, (row) => row),
    suppliers: answer.suppliers,
    low: answer.low[0]!.n,
  }
}

export type ProductRow = {
  id: string
  name: string
  description: string
  supplier: string
  taxRateBp: number
  archivedAt: Instant | null
  version: number
}

export type MoveRow = {
  id: string
  variantId: string
  kind: MoveKind
  quantity: number
  reason: string
  byName: string
  location: string
  createdAt: Instant
}

/** One product with its variants, what is where, and its last moves; null for a foreign id. */
export async function productPage(ctx: StudioContext, productId: string) {
  const { db, studio } = ctx
  const answer = await batch(db, {
    products: db.all<ProductRow>(sql`
      SELECT id, name, description, supplier, tax_rate_bp AS taxRateBp,
        archived_at AS archivedAt, version
      FROM products WHERE studio_id = ${studio.id} AND id = ${productId}`),
    variants: db.all<VariantRow>(sql`
      SELECT ${columnsSql} FROM product_variants AS variant
      JOIN products AS product ON product.id = variant.product_id
      WHERE variant.studio_id = ${studio.id} AND variant.product_id = ${productId}
        AND variant.archived_at IS NULL ORDER BY variant.id LIMIT 100`),
    counts: db.all<{ variantId: string; locationId: string; quantity: number }>(sql`
      SELECT there.variant_id AS variantId, there.location_id AS locationId, there.quantity
      FROM product_variants AS variant
      JOIN stock_counts AS there ON there.studio_id = variant.studio_id
        AND there.variant_id = variant.id
      WHERE variant.studio_id = ${studio.id} AND variant.product_id = ${productId} LIMIT 500`),
    moves: db.all<MoveRow>(sql`
      SELECT move.id, move.variant_id AS variantId, move.kind, move.quantity, move.reason,
        move.by_name AS byName, move.created_at AS createdAt,
        (SELECT name FROM locations WHERE locations.id = move.location_id) AS location
      FROM product_variants AS variant
      JOIN stock_moves AS move ON move.studio_id = variant.studio_id
        AND move.variant_id = variant.id
      WHERE variant.studio_id = ${studio.id} AND variant.product_id = ${productId}
      ORDER BY move.created_at DESC, move.rowid DESC LIMIT 20`),
    locations: locationsStatement(ctx),
  })
  const [product] = answer.products
  return product ? { ...answer, product } : null
}

/** The sheet of a count: what is there at a location, so many rows from `offset` on. */
export async function stocktakePage(
  ctx: StudioContext,
  { locationId, offset, rows }: { locationId: string; offset: number; rows: number },
) {
  const { db, studio } = ctx
  return await batch(db, {
    locations: locationsStatement(ctx),
    variants: db.all<VariantRow & { there: number }>(sql`
      SELECT ${columnsSql}, ${stockAtSql(sql`${studio.id}`, sql`variant.id`, sql`${locationId}`)}
        AS there
      FROM ${sourceSql} WHERE product.studio_id = ${studio.id} AND ${onSaleSql}
      ORDER BY product.name, product.id, variant.id LIMIT ${rows + 1} OFFSET ${offset}`),
  })
}

/** What is on sale and fits what was typed or scanned, with what is there at a location. */
export const onSaleStatement = (
  { db, studio }: StudioContext,
  { q, locationId, most }: { q: string; locationId: SQL; most: number },
) =>
  db.all<VariantRow & { there: number }>(sql`
    SELECT ${columnsSql}, ${stockAtSql(sql`${studio.id}`, sql`variant.id`, locationId)} AS there
    FROM ${sourceSql} WHERE product.studio_id = ${studio.id} AND ${onSaleSql}
      AND ${q === '' ? sql`1` : foundSql(q)}
    ORDER BY product.name, product.id, variant.id LIMIT ${most}`)

/** Some variants by id, on sale or not. */
export const variantsStatement = (
  { db, studio }: StudioContext,
  ids: readonly string[],
  locationId: SQL,
) =>
  db.all<VariantRow & { there: number; onSale: number }>(sql`
    SELECT ${columnsSql}, ${onSaleSql} AS onSale,
      ${stockAtSql(sql`${studio.id}`, sql`variant.id`, locationId)} AS there
    FROM product_variants AS variant JOIN products AS product ON product.id = variant.product_id
    WHERE variant.studio_id = ${studio.id}
      AND variant.id IN (SELECT value FROM json_each(${JSON.stringify(ids)}))`)
