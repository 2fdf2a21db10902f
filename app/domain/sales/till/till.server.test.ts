import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { discountInvoice } from '#app/domain/billing/invoices/discount-invoice.server.ts'
import { refundInvoice } from '#app/domain/billing/invoices/refund-invoice.server.ts'
import { takePayment } from '#app/domain/billing/invoices/take-payment.server.ts'
import { exportProducts } from '#app/domain/products/export-products.server.ts'
import { moveStock, takeStock } from '#app/domain/products/move-stock.server.ts'
import { productFilters } from '#app/domain/products/product-filters.ts'
import { newProductForm } from '#app/domain/products/product-form.ts'
import { addProduct } from '#app/domain/products/save-product.server.ts'
import { newId } from '#app/values/id.ts'
import { type World, world } from '../../../../tests/support/world.ts'
import { accountsPage } from '../accounts/accounts-page.server.ts'
import { takingsPage } from '../takings-page.server.ts'
import { addToBasket, beginSale, changeBasket, setBuyer } from './change-basket.server.ts'
import { returnGoods } from './return-goods.server.ts'
import { salePage, soldLinesStatement } from './sale-queries.server.ts'
import { type SellBasket, sellBasket } from './sell-basket.server.ts'
import { voidInvoice } from './void-invoice.server.ts'

const now = '2026-09-01T10:00:00Z'

const locationOf = async (w: World) =>
  (
    await w.db.all<{ id: string }>(sql`
      SELECT id FROM locations WHERE studio_id = ${w.studio.id} ORDER BY name LIMIT 1`)
  )[0]!.id

/** A product with so many of it; answers its id, which is its variant's too. */
async function product(w: World, stock: number, fields: Record<string, string> = {}) {
  const key = newId()
  const typed = { key, name: `Grip ${key}`, price: '9.00', tax: '20', reorder: '2', ...fields }
  const desk = w.asDesk(now)
  expect(await addProduct(desk, newProductForm('GBP').parse(typed))).toEqual({ ok: true, id: key })
  if (stock > 0) {
    const move = { kind: 'received' as const, quantity: stock, reason: '' }
    await moveStock(desk, key, {
      key: newId(),
      variant: key,
      location: await locationOf(w),
      ...move,
    })
  }
  return key
}

/** A basket of these. */
async function basket(w: World, goods: readonly string[], person = '') {
  const desk = w.asDesk(now)
  const key = newId()
  expect(await beginSale(desk, { key, location: '', person })).toBe(true)
  for (const variant of goods) await addToBasket(desk, key, { code: '', variant })
  return key
}

const nothing = { cash: 0, card: 0, transfer: 0, credit: 0 }

async function pay(w: World, saleId: string, given: Partial<SellBasket> = {}) {
  const page = await salePage(w.asDesk(now), saleId, '')
  return sellBasket(w.asDesk(now), {
    saleId,
    version: page!.sale.version,
    typed: { ...nothing, card: 900 },
    tipMinor: 0,
    evenShort: false,
    restLater: false,
    ...given,
  })
}

/** Stock as the counters have it and as the moves sum up to. */
async function stockOf(w: World, variantId: string) {
  const [row] = await w.db.all<{ kept: number; counted: number; summed: number }>(sql`
    SELECT stock AS kept,
      (SELECT coalesce(sum(quantity), 0) FROM stock_counts WHERE variant_id = variant.id) AS counted,
      (SELECT coalesce(sum(quantity), 0) FROM stock_moves WHERE variant_id = variant.id) AS summed
    FROM product_variants AS variant WHERE id = ${variantId}`)
  expect(row!.counted).toBe(row!.kept)
  expect(row!.summed).toBe(row!.kept)
  return row!.kept
}

test('a sale makes an invoice, takes the payments and moves the stock', async () => {
  const w = await world()
  const grip = await product(w, 5)
  const sale = await basket(w, [grip, grip], w.ana.id)
  const sold = await pay(w, sale, { typed: { ...nothing, card: 1000, cash: 1000 }, tipMinor: 100 })
  expect(sold).toMatchObject({ ok: true, totalMinor: 1900, changeMinor: 100, leftMinor: 0 })
  expect(await stockOf(w, grip)).toBe(3)
  const invoices = await w.db.all(sql`
    SELECT state, total_minor AS total, tax_minor AS tax, person_id AS person FROM invoices
    WHERE id = ${`till-${sale}`}`)
  expect(invoices).toEqual([{ state: 'paid', total: 1900, tax: 300, person: w.ana.id }])
  const takings = await takingsPage(w.asDesk(now), '2026-09-01')
  expect(takings.methods).toEqual([
    { method: 'card', payments: 1, inMinor: 1000, outMinor: 0 },
    { method: 'cash', payments: 1, inMinor: 900, outMinor: 0 },
  ])
  const books = await accountsPage(w.asDesk(now), { from: '2026-09-01', until: '2026-09-01' })
  expect(books.rows).toEqual([
    { kind: 'products', taxRateBp: 2000, totalMinor: 1800, taxMinor: 300 },
    { kind: 'tips', taxRateBp: 0, totalMinor: 100, taxMinor: 0 },
  ])
})

test('a sale pressed five times at once is one sale', async () => {
  const w = await world()
  const grip = await product(w, 5)
  const sale = await basket(w, [grip])
  const page = await salePage(w.asDesk(now), sale, '')
  const given = { saleId: sale, version: page!.sale.version, typed: { ...nothing, card: 900 } }
  const rest = { tipMinor: 0, evenShort: false, restLater: false }
  const results = await Promise.all(
    Array.from({ length: 5 }, () => sellBasket(w.asDesk(now), { ...given, ...rest })),
  )
  expect(results.every(({ ok }) => ok)).toBe(true)
  expect(await stockOf(w, grip)).toBe(4)
  const takings = await takingsPage(w.asDesk(now), '2026-09-01')
  expect(takings.methods).toEqual([{ method: 'card', payments: 1, inMinor: 900, outMinor: 0 }])
})

test('the last one is sold once, and a second time only if staff say so', async () => {
  const w = await world()
  const grip = await product(w, 1)
  const baskets = [await basket(w, [grip]), await basket(w, [grip])]
  const results = await Promise.all(baskets.map((sale) => pay(w, sale)))
  expect(results.map((one) => (one.ok ? 'sold' : one.reason)).sort()).toEqual(['short', 'sold'])
  expect(await stockOf(w, grip)).toBe(0)
  const refused = baskets[results.findIndex(({ ok }) => !ok)]!
  expect(await pay(w, refused, { evenShort: true })).toMatchObject({ ok: true })
  expect(await stockOf(w, grip)).toBe(-1)
})

test('two are not sold of the one that is there', async () => {
  const w = await world()
  const grip = await product(w, 1)
  const typed = { ...nothing, cash: 1200, card: 600 }
  const sale = await basket(w, [grip, grip])
  expect(await pay(w, sale, { typed })).toMatchObject({ ok: false, reason: 'short' })
  const page = await salePage(w.asDesk(now), sale, '')
  await changeBasket(w.asDesk(now), sale, page!.sale.version, [
    { quantity: 2, discount: undefined },
  ])
  expect(await pay(w, sale, { typed })).toMatchObject({ ok: false, reason: 'short' })
})

test('nothing is sold of a basket that changed, is empty, or is not all paid', async () => {
  const w = await world()
  const grip = await product(w, 5)
  const sale = await basket(w, [grip])
  const page = await salePage(w.asDesk(now), sale, '')
  await addToBasket(w.asDesk(now), sale, { code: '', variant: grip })
  expect(await pay(w, sale)).toMatchObject({ reason: 'not_all_paid', leftMinor: 900 })
  expect(
    await pay(w, sale, { version: page!.sale.version, typed: { ...nothing, card: 1800 } }),
  ).toMatchObject({ reason: 'changed' })
  expect(await pay(w, sale, { typed: { ...nothing, card: 1900 } })).toMatchObject({
    reason: 'too_much',
  })
  expect(await pay(w, sale, { restLater: true })).toMatchObject({ reason: 'needs_person' })
  expect(await pay(w, await basket(w, []))).toMatchObject({ reason: 'empty' })
  expect(await stockOf(w, grip)).toBe(5)
})

test('the unpaid rest of a sale stays on the person’s account', async () => {
  const w = await world()
  const grip = await product(w, 5)
  const sale = await basket(w, [grip, grip])
  expect(await setBuyer(w.asDesk(now), sale, w.ana.id)).toBe(true)
  expect(await pay(w, sale, { restLater: true })).toMatchObject({ ok: true, leftMinor: 900 })
  const [invoice] = await w.db.all<{ state: string }>(sql`
    SELECT state FROM invoices WHERE id = ${`till-${sale}`}`)
  expect(invoice!.state).toBe('open')
})

test('account credit pays no more than there is of it', async () => {
  const w = await world()
  const grip = await product(w, 5)
  await w.db.run(sql`
    INSERT INTO account_entries (studio_id, person_id, amount_minor, cause, reason, created_at)
    VALUES (${w.studio.id}, ${w.ana.id}, 500, 'test', '', ${now})`)
  const sale = await basket(w, [grip], w.ana.id)
  expect(await pay(w, sale, { typed: { ...nothing, credit: 900 } })).toEqual({
    ok: false,
    reason: 'not_enough_credit',
    mostMinor: 500,
  })
  expect(await pay(w, sale, { typed: { ...nothing, credit: 500, cash: 400 } })).toMatchObject({
    ok: true,
  })
})

test('a scan puts the product with that barcode into the basket, twice makes two', async () => {
  const w = await world()
  await product(w, 5, { barcode: '5012345678900', name: 'Socks' })
  const sale = await basket(w, [])
  const scan = () => addToBasket(w.asDesk(now), sale, { code: '5012345678900', variant: '' })
  await Promise.all([scan(), scan()])
  const page = await salePage(w.asDesk(now), sale, '')
  expect(page!.lines).toMatchObject([{ name: 'Socks', quantity: 2 }])
  const unknown = await addToBasket(w.asDesk(now), sale, { code: '000', variant: '' })
  expect(unknown).toEqual({ ok: false, reason: 'unknown' })
})

test('goods that come back are refunded once and go into stock again', async () => {
  const w = await world()
  const grip = await product(w, 5, { price: '10.00' })
  const sale = await basket(w, [grip, grip, grip])
  const page = await salePage(w.asDesk(now), sale, '')
  await changeBasket(w.asDesk(now), sale, page!.sale.version, [
    { quantity: 3, discount: { minor: 1000 } },
  ])
  expect(await pay(w, sale, { typed: { ...nothing, cash: 2000 } })).toMatchObject({ ok: true })
  const [line] = await soldLinesStatement(w.asDesk(now), `till-${sale}`)
  const back = (quantity: number, goods: 'restock' | 'write_off', key = newId()) =>
    returnGoods(w.asDesk(now), `till-${sale}`, {
      key,
      item: line!.id,
      quantity,
      goods,
      method: 'cash' as const,
      reason: 'Wrong size',
    })
  expect(await back(4, 'restock')).toEqual({
    ok: false,
    reason: 'more_than_sold',
    sold: 3,
    most: 3,
  })
  const key = newId()
  const first = await back(1, 'restock', key)
  expect(first).toMatchObject({ ok: true, amountMinor: 667 })
  expect(await back(1, 'restock', key)).toEqual(first)
  expect(await back(2, 'restock', key)).toEqual({ ok: false, reason: 'changed' })
  expect(await stockOf(w, grip)).toBe(3)
  const both = await Promise.all([back(2, 'write_off'), back(2, 'write_off')])
  expect(both.filter(({ ok }) => ok)).toMatchObject([{ amountMinor: 1333 }])
  expect(await stockOf(w, grip)).toBe(3)
  const [invoice] = await w.db.all<{ state: string }>(sql`
    SELECT state FROM invoices WHERE id = ${`till-${sale}`}`)
  expect(invoice!.state).toBe('refunded')
})

test('returned goods are refunded at the price paid, less discounts and earlier refunds', async () => {
  const w = await world()
  const grip = await product(w, 5)
  const sale = await basket(w, [grip, grip], w.ana.id)
  expect(await pay(w, sale, { typed: nothing, restLater: true })).toMatchObject({ ok: true })
  const invoiceId = `till-${sale}`
  const [line] = await soldLinesStatement(w.asDesk(now), invoiceId)
  await discountInvoice(w.asDesk(now), {
    key: newId(),
    invoiceId,
    itemId: null,
    discount: { minor: 500 },
    reason: 'Kind',
  })
  const amountMinor = line!.amountMinor - 500
  await takePayment(w.asDesk(now), {
    key: newId(),
    invoiceId,
    amountMinor,
    method: 'cash',
    note: '',
  })
  const back = (quantity: number) =>
    returnGoods(w.asDesk(now), invoiceId, {
      key: newId(),
      item: line!.id,
      quantity,
      goods: 'restock',
      method: 'cash',
      reason: 'Wrong size',
    })
  const half = Math.round(amountMinor / 2)
  expect(await back(1)).toMatchObject({ ok: true, amountMinor: half })
  expect(await back(1)).toMatchObject({ ok: true, amountMinor: amountMinor - half })
})

test('returned goods go back into stock even if their full price was refunded before', async () => {
  const w = await world()
  const grip = await product(w, 5, { price: '10.00' })
  const sale = await basket(w, [grip, grip], w.ana.id)
  expect(await pay(w, sale, { typed: { ...nothing, cash: 2_000 } })).toMatchObject({ ok: true })
  const invoiceId = `till-${sale}`
  const [line] = await soldLinesStatement(w.asDesk(now), invoiceId)
  await refundInvoice(w.asDesk(now), {
    key: newId(),
    invoiceId,
    itemId: line!.id,
    amountMinor: line!.amountMinor,
    method: 'cash',
    reason: 'Torn',
  })
  const back = (key = newId()) =>
    returnGoods(w.asDesk(now), invoiceId, {
      key,
      item: line!.id,
      quantity: 1,
      goods: 'restock',
      method: 'cash',
      reason: 'Torn',
    })
  const key = newId()
  const alone = { ok: true, creditNote: null, amountMinor: 0 }
  expect(await Promise.all([back(key), back(key)])).toEqual([alone, alone])
  expect(await stockOf(w, grip)).toBe(4)
  expect(await back()).toEqual(alone)
  expect(await back()).toMatchObject({ reason: 'more_than_sold', most: 0 })
  expect(await stockOf(w, grip)).toBe(5)
})

test('goods of a sale that is voided stand in stock again, once', async () => {
  const w = await world()
  const grip = await product(w, 5)
  const sale = await basket(w, [grip, grip], w.ana.id)
  expect(await pay(w, sale, { typed: nothing, restLater: true })).toMatchObject({ ok: true })
  expect(await stockOf(w, grip)).toBe(3)
  const close = () => voidInvoice(w.asDesk(now), `till-${sale}`, 'Wrong person')
  const results = await Promise.all([close(), close(), close()])
  expect(results.filter((one) => one.ok && !('again' in one))).toHaveLength(1)
  expect(await close()).toEqual({ ok: true, again: true })
  expect(await stockOf(w, grip)).toBe(5)
})

test('goods of a sale that was paid in part stay sold, as it is not voided', async () => {
  const w = await world()
  const grip = await product(w, 5)
  const sale = await basket(w, [grip, grip], w.ana.id)
  await pay(w, sale, { restLater: true })
  expect(await voidInvoice(w.asDesk(now), `till-${sale}`, 'Wrong')).toEqual({
    ok: false,
    reason: 'paid_in_part',
  })
  expect(await stockOf(w, grip)).toBe(3)
})

test('money of a sale without a name goes on no account', async () => {
  const w = await world()
  const grip = await product(w, 5)
  const sale = await basket(w, [grip])
  await pay(w, sale)
  const [line] = await soldLinesStatement(w.asDesk(now), `till-${sale}`)
  const rest = { itemId: line!.id, amountMinor: 900, reason: 'Torn' }
  const back = (method: 'credit' | 'cash') =>
    refundInvoice(w.asDesk(now), { key: newId(), invoiceId: `till-${sale}`, method, ...rest })
  expect(await back('credit')).toEqual({ ok: false, reason: 'no_account' })
  expect(await back('cash')).toMatchObject({ ok: true })
})

test('a count corrects by what differs from the sheet, once', async () => {
  const w = await world()
  const grip = await product(w, 5)
  const count = { key: newId(), location: await locationOf(w), reason: 'September' }
  await pay(w, await basket(w, [grip]))
  const take = () => takeStock(w.asDesk(now), count, [{ variantId: grip, was: 5, counted: 4 }])
  expect(await take()).toEqual({ ok: true, counted: 1, different: 1 })
  await take()
  // One was sold after the sheet was printed, and one was missing.
  expect(await stockOf(w, grip)).toBe(3)
})

test('a studio moves no stock of another', async () => {
  const [w, other] = [await world(), await world()]
  const grip = await product(w, 5)
  const sale = await basket(other, [grip])
  expect((await salePage(other.asDesk(now), sale, ''))!.lines).toEqual([])
  const theirs = { key: newId(), location: await locationOf(other), reason: '' }
  const foreign = [{ variantId: grip, was: 5, counted: 0 }]
  expect(await takeStock(other.asDesk(now), theirs, foreign)).toEqual({
    ok: false,
    reason: 'not_found',
  })
  expect(await stockOf(w, grip)).toBe(5)
})

test('the catalogue is taken as a file with its stock, and that it was is written down', async () => {
  const w = await world({ now })
  await product(w, 3, { name: 'Chalk', sku: 'CH-1', cost: '4.50' })
  const filters = productFilters.parse({})
  const rows: unknown[][] = []
  for await (const part of await exportProducts(w.asDesk(now), filters)) rows.push(...part)
  expect(rows[0]).toContain('OurCost')
  expect(rows[1]).toEqual(['Chalk', '', '', 'CH-1', '', '9.00', '4.50', 20, '', 3, 2])
  const [line] = await w.db.all<{ n: number }>(sql`
    SELECT count(*) AS n FROM audit_entries
    WHERE studio_id = ${w.studio.id} AND action = 'products.exported'`)
  expect(line!.n).toBe(1)
})
