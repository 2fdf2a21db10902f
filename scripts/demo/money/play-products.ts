/** What Northside sells over the counter, with what came in, what is low and what was sold. */
import { sql } from 'drizzle-orm'
import { moveStock } from '#app/domain/products/move-stock.server.ts'
import { newProductForm } from '#app/domain/products/product-form.ts'
import { addProduct } from '#app/domain/products/save-product.server.ts'
import { addToBasket, beginSale } from '#app/domain/sales/till/change-basket.server.ts'
import { salePage } from '#app/domain/sales/till/sale-queries.server.ts'
import { sellBasket } from '#app/domain/sales/till/sell-basket.server.ts'
import type { Actor } from '#app/domain/scope/contexts.ts'
import { newId } from '#app/values/id.ts'
import { addDays, instantOf, type LocalDate } from '#app/values/zone.ts'
import type { Player } from '../player.ts'

type Goods = {
  name: string
  price: string
  cost: string
  reorder: string
  sku: string
  supplier: string
  stock: number
}

const goods: readonly Goods[] = [
  {
    ...{ name: 'Grip aid', price: '9.00', cost: '4.20', reorder: '4', sku: 'GRIP-1' },
    ...{ supplier: 'Pole Supplies', stock: 12 },
  },
  {
    ...{ name: 'Yoga mat', price: '32.00', cost: '17.50', reorder: '3', sku: 'MAT-6' },
    ...{ supplier: 'Mat Company', stock: 7 },
  },
  {
    ...{ name: 'Water bottle', price: '12.00', cost: '5.00', reorder: '5', sku: 'BOT-1' },
    ...{ supplier: 'Mat Company', stock: 4 },
  },
  {
    ...{ name: 'Knee pads', price: '24.00', cost: '12.80', reorder: '2', sku: 'KNEE-M' },
    ...{ supplier: 'Pole Supplies', stock: 5 },
  },
]

/** Goods that were sold, each some days ago. */
const sold: readonly [daysAgo: number, sku: string][] = [
  [6, 'GRIP-1'],
  [4, 'MAT-6'],
  [2, 'GRIP-1'],
  [1, 'BOT-1'],
]

export function playProducts(
  player: Player,
  manager: Actor,
  { today, currency }: { today: LocalDate; currency: string },
): void {
  const ids = new Map(goods.map(({ sku }) => [sku, newId()]))
  const at = (day: LocalDate, time: string) => instantOf(`${day}T${time}`, player.timeZone)
  player.at(at(addDays(today, -14), '10:00'), async ({ desk }) => {
    const ctx = { ...desk, actor: manager }
    const [location] = await ctx.db.all<{ id: string }>(sql`
      SELECT id FROM locations WHERE studio_id = ${ctx.studio.id} ORDER BY name LIMIT 1`)
    for (const { stock, ...typed } of goods) {
      const key = ids.get(typed.sku)!
      await addProduct(ctx, newProductForm(currency).parse({ key, tax: '20', ...typed }))
      await moveStock(ctx, key, {
        ...{ key: newId(), variant: key, location: location!.id, kind: 'received' },
        ...{ quantity: stock, reason: '' },
      })
    }
  })
  for (const [daysAgo, sku] of sold)
    player.at(at(addDays(today, -daysAgo), '18:10'), async ({ desk }) => {
      const saleId = newId()
      await beginSale(desk, { key: saleId, location: '', person: '' })
      await addToBasket(desk, saleId, { code: '', variant: ids.get(sku)! })
      const page = await salePage(desk, saleId, '')
      const { price } = goods.find((one) => one.sku === sku)!
      await sellBasket(desk, {
        ...{ saleId, version: page!.sale.version, tipMinor: 0, evenShort: false, restLater: false },
        typed: { cash: 0, card: Math.round(Number(price) * 100), transfer: 0, credit: 0 },
      })
    })
}
