import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { paths } from '#app/paths.ts'
import { newId } from '#app/values/id.ts'
import { mintAccount, mintSession } from '../../support/accounts.ts'
import { builtDatabases } from '../../support/built-databases.ts'
import { freezeClock, releaseClock } from '../../support/member-pages.ts'
import { open, send } from '../../support/sales/desk-forms.ts'
import { mintWeek, type Week, weekNow } from '../../support/week.ts'

const databases = builtDatabases()
let week: Week
let manager: string
let desk: string
let coach: string

beforeAll(async () => {
  await freezeClock(weekNow)
  week = await mintWeek(databases)
  const { studio } = week
  const staff = async (role: 'manager' | 'front_desk' | 'coach', name: string) => {
    const account = await mintAccount(databases, { studio, role, name })
    return (await mintSession(databases, account, { variables: inject('variables') })).cookie
  }
  manager = await staff('manager', 'Mina Manager')
  desk = await staff('front_desk', 'Hana Desk')
  coach = await staff('coach', 'Col Coach')
})

afterAll(releaseClock)

test('the front desk sells what a manager put on sale, and takes some of it back', async () => {
  const { studio } = week
  const key = newId()
  const typed = { key, name: 'Grip socks', size: 'M', price: '11.00', tax: '20', barcode: '5012' }
  const wrong = await send(paths.manageProductNew(studio), manager, { ...typed, price: 'free' })
  expect(wrong.status).toBe(422)
  expect(wrong.html).toContain('Grip socks')
  const added = await send(paths.manageProductNew(studio), manager, typed)
  expect([added.status, added.location]).toEqual([303, paths.manageProduct(studio, key)])
  const taken = { ...typed, key: newId(), name: 'Other socks' }
  const again = await send(paths.manageProductNew(studio), manager, taken)
  expect(again.html).toContain('data-refusal="barcode_taken"')

  const stock = paths.manageProductStock(studio, key)
  const sheet = (await open(stock, desk)).html
  const location = sheet.match(/name="location"[\s\S]*?<option value="([^"]+)"/)![1]!
  const received = { kind: 'received', quantity: '1', variant: key, location, reason: '' }
  expect((await send(stock, desk, { ...received, quantity: '0' })).status).toBe(422)
  expect((await send(stock, desk, { ...received, kind: 'written_off' })).status).toBe(422)
  expect((await send(stock, desk, received)).status).toBe(303)

  const sale = newId()
  const begun = await send(paths.manageTill(studio), desk, { key: sale, location: '' })
  const page = paths.manageSale(studio, sale)
  expect([begun.status, begun.location]).toEqual([303, page])
  const unknown = await send(page, desk, { act: 'add', code: 'nothing', variant: '' })
  expect(unknown.status).toBe(422)
  expect(unknown.html).toContain('data-refusal="unknown"')
  for (let n = 0; n < 2; n += 1) {
    expect((await send(page, desk, { act: 'add', code: '5012', variant: '' })).status).toBe(303)
  }
  const cut = await send(page, desk, { act: 'basket', version: '2', q0: '2', d0: '50%' })
  expect(cut.status).toBe(303)
  const shown = await open(page, desk)
  // The front desk gives no discount.
  expect(shown.html).toContain('£22.00')

  const pay = { act: 'pay', version: '3' }
  const little = await send(page, desk, { ...pay, card: '1.00' })
  expect(little.html).toContain('data-refusal="not_all_paid"')
  const short = await send(page, desk, { ...pay, card: '12.00', cash: '20.00' })
  expect(short.status).toBe(422)
  expect(short.html).toContain('data-refusal="short"')
  expect(short.html).toContain('value="20.00"')
  const stale = await send(page, desk, { ...pay, version: '1', card: '22.00' })
  expect(stale.html).toContain('data-refusal="changed"')
  const sold = await send(page, desk, { ...pay, card: '12.00', cash: '20.00', short: 'on' })
  const invoice = paths.manageInvoice(studio, `till-${sale}`)
  expect([sold.status, sold.location]).toEqual([303, invoice])
  expect((await open(invoice, desk)).html).toContain(paths.manageReturn(studio, `till-${sale}`))

  const back = paths.manageReturn(studio, `till-${sale}`)
  const goods = { item: `${sale}-01`, goods: 'restock', method: 'cash', reason: 'Too small' }
  const three = await send(back, desk, { ...goods, quantity: '3' })
  expect(three.html).toContain('more_than_sold')
  expect(three.html).toContain('Only 2 were sold. Enter that or less.')
  // Two come to £22.00, which is more than the front desk gives back.
  expect((await send(back, desk, { ...goods, quantity: '2' })).html).toContain('desk_limit')
  // Sold without a name: nobody could use the credit.
  const credit = { ...goods, quantity: '1', method: 'credit' }
  expect((await send(back, desk, credit)).html).toContain('data-refusal="no_account"')
  const refund = paths.manageInvoiceAct(studio, `till-${sale}`, 'refund')
  expect((await open(refund, desk)).html).not.toContain('Keep it as account credit')
  const kept = {
    item: `${sale}-01`,
    amount: '1.00',
    method: 'credit',
    reason: 'Torn',
    key: newId(),
  }
  expect((await send(refund, desk, kept)).html).toContain('data-refusal="no_account"')
  expect((await send(back, desk, { ...goods, quantity: '1' })).status).toBe(303)
})

test('coaches neither see products nor sell, and the front desk changes none', async () => {
  const { studio } = week
  for (const path of [paths.manageProducts(studio), paths.manageTill(studio)]) {
    expect((await open(path, coach)).status).not.toBe(200)
    expect((await open(path, desk)).status).toBe(200)
  }
  expect((await open(paths.manageProductNew(studio), desk)).status).not.toBe(200)
})

test('a count with nothing in it, or with a word, is refused with what was typed', async () => {
  const { studio } = week
  const sheet = paths.manageStocktake(studio)
  expect((await send(sheet, desk, {})).status).toBe(422)
  const word = await send(sheet, desk, { n0: 'many' })
  expect(word.status).toBe(422)
  expect(word.html).toContain('value="many"')
})

test('a sheet that is shown again keeps what it expected, though some was sold meanwhile', async () => {
  const { studio } = week
  const sheet = paths.manageStocktake(studio)
  const first = (await open(sheet, desk)).html
  const variant = first.match(/name="v0" value="([^"]+)"/)![1]!
  const again = await send(sheet, desk, { v0: variant, w0: '77', n0: 'many' })
  expect(again.html).toContain('name="w0" value="77"')
  expect(again.html).toMatch(/Expected at [^<]*: 77/)
})
