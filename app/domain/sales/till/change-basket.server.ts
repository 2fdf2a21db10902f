import { sql } from 'drizzle-orm'
import { batch, changed } from '#app/db/batch.server.ts'
import { auditStatement, rightAfterChange } from '#app/domain/audit/audit.server.ts'
import { onSaleStatement, variantsStatement } from '#app/domain/products/product-queries.server.ts'
import { variantName } from '#app/domain/products/product-words.ts'
import type { StaffContext } from '#app/domain/scope/staff-context.ts'
import type { Discount } from '#app/values/billing/discount.ts'
import type { GiftOrder } from '../gift-cards/gift-card-forms.ts'
import { type BasketLine, mostLines } from './basket.ts'
import { readLines, saleStatement } from './sale-queries.server.ts'

/** Begins a sale at a location of the studio (its first, unless one is named); once a key. */
export async function beginSale(
  { db, studio, now, actor }: StaffContext,
  { key, location, person }: { key: string; location: string; person: string },
): Promise<boolean> {
  const { found } = await batch(db, {
    begin: db.run(sql`
      INSERT INTO till_sales (id, studio_id, state, person_id, location_id, created_at, created_by)
      SELECT ${key}, ${studio.id}, 'open', (SELECT id FROM people AS buyer
          WHERE buyer.studio_id = ${studio.id} AND buyer.id = ${person}
            AND buyer.archived_at IS NULL), place.id, ${now}, ${actor.name}
      FROM locations AS place WHERE place.studio_id = ${studio.id}
      ORDER BY place.id = ${location} DESC, place.name LIMIT 1
      ON CONFLICT (id) DO NOTHING`),
    found: db.all<{ id: string }>(sql`
      SELECT id FROM till_sales WHERE studio_id = ${studio.id} AND id = ${key}`),
  })
  return found.length > 0
}

/** Writes the lines over what was read, unless another change came in between. */
async function writeLines(
  { db, studio }: StaffContext,
  sale: { id: string; version: number },
  lines: readonly BasketLine[],
): Promise<boolean> {
  const written = await db.run(sql`
    UPDATE till_sales SET lines = ${JSON.stringify(lines)}, version = version + 1
    WHERE studio_id = ${studio.id} AND id = ${sale.id} AND state = 'open'
      AND version = ${sale.version}`)
  return changed(written) > 0
}

export type AddResult =
  | { ok: true; name: string }
  | { ok: false; reason: 'not_found' | 'closed' | 'unknown' | 'several' | 'full' }

/** As often another change may come in between before it is given up. */
const tries = 5

/**
 * Puts one of a variant into the basket: by its id, or by a barcode, a SKU or a name. One that is in
 * there already is one more. Two scans at once are both in.
 */
export async function addToBasket(
  ctx: StaffContext,
  saleId: string,
  { code, variant }: { code: string; variant: string },
): Promise<AddResult> {
  for (let n = 0; n < tries; n += 1) {
    const { sales, found } = await batch(ctx.db, {
      sales: saleStatement(ctx, saleId),
      found: variant
        ? variantsStatement(ctx, [variant], sql`''`)
        : onSaleStatement(ctx, { q: code, locationId: sql`''`, most: 30 }),
    })
    const [sale] = sales
    if (!sale) return { ok: false, reason: 'not_found' }
    if (sale.state !== 'open') return { ok: false, reason: 'closed' }
    const exact = found.filter(
      ({ barcode, sku }) => code !== '' && (barcode === code || sku === code),
    )
    const fits = exact.length > 0 ? exact : found.filter((one) => !('onSale' in one) || one.onSale)
    if (fits.length > 1) return { ok: false, reason: 'several' }
    const [one] = fits
    if (!one) return { ok: false, reason: 'unknown' }
    const name = variantName(one)
    const lines = readLines(sale.lines)
    const there = lines.find(({ variantId }) => variantId === one.id)
    if (!there && lines.length >= mostLines) return { ok: false, reason: 'full' }
    const next = there
      ? lines.map((line) =>
          line === there ? { ...line, quantity: Math.min(999, line.quantity + 1) } : line,
        )
      : [
          ...lines,
          {
            variantId: one.id,
            name,
            quantity: 1,
            unitMinor: one.priceMinor,
            taxRateBp: one.taxRateBp,
            discount: null,
          },
        ]
    if (await writeLines(ctx, sale, next)) return { ok: true, name }
  }
  return { ok: false, reason: 'closed' }
}

/** Puts a gift card into the basket; the same key is one card. */
export async function addGiftCard(
  ctx: StaffContext,
  saleId: string,
  { key, amountMinor, gift }: { key: string; amountMinor: number; gift: GiftOrder },
): Promise<AddResult> {
  for (let n = 0; n < tries; n += 1) {
    const [sale] = await saleStatement(ctx, saleId)
    if (!sale) return { ok: false, reason: 'not_found' }
    if (sale.state !== 'open') return { ok: false, reason: 'closed' }
    const lines = readLines(sale.lines)
    const name = gift.to === '' ? 'Gift card' : `Gift card for ${gift.to}`
    if (lines.some(({ variantId }) => variantId === key)) return { ok: true, name }
    if (lines.length >= mostLines) return { ok: false, reason: 'full' }
    const line: BasketLine = {
      variantId: key,
      name,
      quantity: 1,
      unitMinor: amountMinor,
      taxRateBp: 0,
      discount: null,
      gift,
    }
    if (await writeLines(ctx, sale, [...lines, line])) return { ok: true, name }
  }
  return { ok: false, reason: 'closed' }
}

/** Sets how many of each line and what comes off it; none takes the line out. */
export async function changeBasket(
  ctx: StaffContext,
  saleId: string,
  version: number,
  changes: readonly { quantity: number | undefined; discount: Discount | null | undefined }[],
): Promise<{ ok: true } | { ok: false; reason: 'not_found' | 'changed' }> {
  const [sale] = await saleStatement(ctx, saleId)
  if (!sale) return { ok: false, reason: 'not_found' }
  if (sale.version !== version || sale.state !== 'open') return { ok: false, reason: 'changed' }
  const lines = readLines(sale.lines).map((line, n) => {
    const quantity = changes[n]?.quantity ?? line.quantity
    // One card is one line, and what is paid for it is what it is worth.
    if (line.gift) return { ...line, quantity: Math.min(1, quantity) }
    const discount = changes[n]?.discount === undefined ? line.discount : changes[n].discount
    return { ...line, quantity, discount }
  })
  const kept = lines.filter(({ quantity }) => quantity > 0)
  return (await writeLines(ctx, sale, kept)) ? { ok: true } : { ok: false, reason: 'changed' }
}

/** Says who buys; empty is nobody in particular. */
export async function setBuyer(
  { db, studio }: StaffContext,
  saleId: string,
  personId: string,
): Promise<boolean> {
  const written = await db.run(sql`
    UPDATE till_sales SET version = version + 1, person_id = ${personId || null}
    WHERE studio_id = ${studio.id} AND id = ${saleId} AND state = 'open'
      AND (${personId} = '' OR EXISTS (SELECT 1 FROM people AS buyer
        WHERE buyer.studio_id = ${studio.id} AND buyer.id = ${personId}
          AND buyer.archived_at IS NULL))`)
  return changed(written) > 0
}

/** Gives up a sale that was not paid. */
export async function dropSale(ctx: StaffContext, saleId: string): Promise<boolean> {
  const { db, studio } = ctx
  const { drop } = await batch(db, {
    drop: db.run(sql`
      UPDATE till_sales SET state = 'dropped', version = version + 1, lines = '[]'
      WHERE studio_id = ${studio.id} AND id = ${saleId} AND state = 'open'`),
    audit: auditStatement(
      ctx,
      { action: 'sale.dropped', subjectKind: 'sale', subjectId: saleId },
      rightAfterChange,
    ),
  })
  return changed(drop) > 0
}
