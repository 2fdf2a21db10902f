import { sql } from 'drizzle-orm'
import { index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { moveKinds } from './products-words.ts'

/** What is sold over the counter. What it costs and what is there of it is its variants'. */
export const products = sqliteTable(
  'products',
  {
    /** Comes with the form. */
    id: text().primaryKey(),
    studioId: text('studio_id').notNull(),
    name: text().notNull(),
    description: text().notNull().default(''),
    /** Where it is bought, in words. */
    supplier: text().notNull().default(''),
    /** Tax inside its prices, in hundredths of a percent. */
    taxRateBp: integer('tax_rate_bp').notNull().default(0),
    archivedAt: text('archived_at'),
    createdAt: text('created_at').notNull(),
    /** Counts up with each change, for a save over what the page showed. */
    version: integer().notNull().default(1),
  },
  (t) => [index('products_by_name').on(t.studioId, t.name, t.id)],
)

/** One size or colour of a product: what is scanned, priced and counted. */
export const productVariants = sqliteTable(
  'product_variants',
  {
    id: text().primaryKey(),
    studioId: text('studio_id').notNull(),
    productId: text('product_id').notNull(),
    size: text().notNull().default(''),
    colour: text().notNull().default(''),
    /** The studio's own code; one variant has it. */
    sku: text().notNull().default(''),
    /** What a scanner reads. */
    barcode: text().notNull().default(''),
    /** With tax, in minor units. */
    priceMinor: integer('price_minor').notNull(),
    /** What the studio pays for one; null is not said. */
    costMinor: integer('cost_minor'),
    /** At so many or fewer more should be ordered; null asks nothing. */
    reorderLevel: integer('reorder_level'),
    /** Sum of its moves at all locations, kept by the trigger "stock_moves_counted". */
    stock: integer().notNull().default(0),
    archivedAt: text('archived_at'),
    createdAt: text('created_at').notNull(),
    version: integer().notNull().default(1),
  },
  (t) => [
    index('product_variants_by_product').on(t.studioId, t.productId),
    uniqueIndex('product_variants_by_sku').on(t.studioId, t.sku).where(sql`sku <> ''`),
    uniqueIndex('product_variants_by_barcode').on(t.studioId, t.barcode).where(sql`barcode <> ''`),
    index('product_variants_low')
      .on(t.studioId)
      .where(sql`archived_at IS NULL AND reorder_level IS NOT NULL AND stock <= reorder_level`),
  ],
)

/** What is there of a variant at a location: the sum of its moves, kept by "stock_moves_counted". */
export const stockCounts = sqliteTable(
  'stock_counts',
  {
    studioId: text('studio_id').notNull(),
    variantId: text('variant_id').notNull(),
    locationId: text('location_id').notNull(),
    quantity: integer().notNull(),
  },
  (t) => [uniqueIndex('stock_counts_once').on(t.studioId, t.variantId, t.locationId)],
)

/** What came and went of a variant. A row is never changed: a mistake is another move. */
export const stockMoves = sqliteTable(
  'stock_moves',
  {
    id: text().primaryKey(),
    studioId: text('studio_id').notNull(),
    variantId: text('variant_id').notNull(),
    locationId: text('location_id').notNull(),
    kind: text({ enum: moveKinds }).notNull(),
    /** With its sign: what came is positive. */
    quantity: integer().notNull(),
    /** The line of an invoice that it was sold or returned with; empty for others. */
    itemId: text('item_id').notNull().default(''),
    reason: text().notNull().default(''),
    byName: text('by_name').notNull(),
    createdAt: text('created_at').notNull(),
  },
  (t) => [
    index('stock_moves_by_variant').on(t.studioId, t.variantId, t.createdAt),
    index('stock_moves_by_item').on(t.studioId, t.itemId).where(sql`item_id <> ''`),
  ],
)

/**
 * A sale at the till: a basket until it is paid, then the invoice it became. An open one can be held
 * and taken up again.
 */
export const tillSales = sqliteTable(
  'till_sales',
  {
    /** Comes with the button that begins it. */
    id: text().primaryKey(),
    studioId: text('studio_id').notNull(),
    state: text({ enum: ['open', 'paid', 'dropped'] }).notNull(),
    /** Who buys; null is someone who is not asked for a name. */
    personId: text('person_id'),
    /** Where the goods are taken from. */
    locationId: text('location_id').notNull(),
    /** JSON of `BasketLine`s, in their order. */
    lines: text().notNull().default('[]'),
    /** Counts up with each change, for a payment of what the page showed. */
    version: integer().notNull().default(0),
    invoiceId: text('invoice_id'),
    createdAt: text('created_at').notNull(),
    createdBy: text('created_by').notNull(),
    paidAt: text('paid_at'),
  },
  (t) => [
    index('till_sales_open').on(t.studioId, t.createdAt).where(sql`state = 'open'`),
    index('till_sales_by_person').on(t.studioId, t.personId).where(sql`person_id IS NOT NULL`),
    index('till_sales_by_invoice').on(t.studioId, t.invoiceId).where(sql`invoice_id IS NOT NULL`),
  ],
)
