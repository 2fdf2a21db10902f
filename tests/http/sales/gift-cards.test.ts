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

/** Begins a sale with a gift card in it; answers its page and its key. */
async function basketWith(fields: Record<string, string>) {
  const { studio } = week
  const sale = newId()
  await send(paths.manageTill(studio), desk, { key: sale, location: '' })
  const page = paths.manageSale(studio, sale)
  const gift = { act: 'gift', key: newId(), to: '', from: '', giftEmail: '', message: '', on: '' }
  return { sale, page, added: await send(page, desk, { ...gift, ...fields }) }
}

/** The page of a card without the marks that React puts between words. */
const leftOn = async (card: string) => (await open(card, desk)).html.replaceAll('<!-- -->', '')

test('the desk sells a gift card, prints it, looks its code up and takes it for something else', async () => {
  const { studio } = week
  const wrong = await basketWith({ amount: 'much', to: 'Maud' })
  expect(wrong.added.status).toBe(422)
  expect(wrong.added.html).toContain('value="Maud"')
  const { sale, page, added } = await basketWith({ amount: '20.00', to: 'Maud', from: 'Iris' })
  expect([added.status, added.location]).toEqual([303, page])
  expect((await open(page, desk)).html).toContain('Gift card for Maud')
  const sold = await send(page, desk, { act: 'pay', version: '1', card: '20.00' })
  expect(sold.location).toBe(paths.manageInvoice(studio, `till-${sale}`))
  const invoice = (await open(sold.location!, desk)).html
  const card = paths.manageGiftCard(studio, `${sale}-01`)
  expect(invoice).toContain(card)

  const shown = (await open(card, desk)).html
  const link = shown.match(/href="([^"]*\/gift-cards\/\w{24})"/)![1]!
  const printed = await open(link, '')
  expect(printed.html).not.toContain('<script src')
  const code = printed.html.match(/\b(?:[2-9A-Z]{4}-){3}[2-9A-Z]{4}\b/)![0]
  expect(shown).not.toContain(code)
  const pdf = await open(`${link}/pdf`, '')
  expect(pdf.html.startsWith('%PDF')).toBe(true)
  expect((await open(`/${studio.slug}/gift-cards/${'x'.repeat(24)}`, '')).status).toBe(404)

  const list = paths.manageGiftCards(studio)
  const typed = code.toLowerCase().replaceAll('-', ' ')
  expect((await send(list, desk, { code: typed })).location).toBe(card)
  const none = await send(list, desk, { code: 'ABCD' })
  expect([none.status, none.html.includes('data-refusal="no_such_card"')]).toEqual([422, true])
  expect((await open(list, desk)).html).toContain('You owe £20.00')
  expect((await open(list, coach)).status).toBe(403)

  // It pays for goods at the till: more than is there is refused, and the form keeps what was typed.
  const goods = newId()
  const product = { key: goods, name: 'Gift socks', price: '8.00', tax: '20' }
  await send(paths.manageProductNew(studio), manager, product)
  const other = newId()
  await send(paths.manageTill(studio), desk, { key: other, location: '' })
  const till = paths.manageSale(studio, other)
  await send(till, desk, { act: 'add', code: 'Gift socks', variant: '' })
  const pay = { act: 'pay', version: '1', short: 'on', giftCode: code }
  const wild = await send(till, desk, { ...pay, giftCode: 'WRONG', gift: '8.00' })
  expect(wild.html).toContain('data-refusal="no_such_card"')
  expect(wild.html).toContain('value="WRONG"')
  const paid = await send(till, desk, { ...pay, gift: '8.00' })
  expect(paid.location).toBe(paths.manageInvoice(studio, `till-${other}`))
  expect(await leftOn(card)).toContain('£12.00 left of £20.00')

  // What the card paid goes back to it, and not out of the drawer.
  const back = { item: `${other}-01`, quantity: '1', goods: 'restock', reason: 'Too small' }
  const returns = paths.manageReturn(studio, `till-${other}`)
  const cash = await send(returns, desk, { ...back, key: newId(), method: 'cash' })
  expect(cash.html).toContain('data-refusal="to_gift_card"')
  const again = await send(returns, desk, { ...back, key: newId(), method: 'gift_card' })
  expect(again.status).toBe(303)
  expect(await leftOn(card)).toContain('£20.00 left of £20.00')
  // It was used, so it is voided no more.
  const late = await send(paths.manageGiftCardVoid(studio, `${sale}-01`), desk, {
    key: newId(),
    method: 'cash',
    reason: 'Changed her mind',
  })
  expect(late.status).toBe(422)
  expect(late.html).toContain('Only a card that nobody has spent anything of can be voided.')

  // A new code: the old one and its link are over.
  expect((await send(card, desk, {})).status).toBe(303)
  expect((await open(link, '')).status).toBe(404)
  expect((await send(list, desk, { code })).status).toBe(422)
})

test('a member’s invoice is paid by a gift card in part, and an unspent card is voided', async () => {
  const { studio } = week
  const { sale, page } = await basketWith({ amount: '15.00' })
  await send(page, desk, { act: 'pay', version: '1', cash: '15.00' })
  const void_ = paths.manageGiftCardVoid(studio, `${sale}-01`)
  const without = await send(void_, desk, { key: newId(), method: 'cash', reason: '' })
  expect(without.status).toBe(422)
  const done = await send(void_, desk, { key: newId(), method: 'cash', reason: 'Bought twice' })
  expect(done.location).toBe(paths.manageGiftCard(studio, `${sale}-01`))
  expect((await open(done.location!, desk)).html).toContain('Void')
  const csv = await open(paths.manageGiftCardsCsv(studio), manager)
  expect(csv.html).toContain('Void')
  expect((await open(paths.manageGiftCardsCsv(studio), desk)).status).toBe(403)
})

test('how long gift cards last is set, and what somebody saved meanwhile is not lost', async () => {
  const page = paths.manageGiftCardSettings(week.studio)
  const save = (months: string) => send(page, manager, { version: '0', months })
  const wrong = await save('1.5')
  expect([wrong.status, wrong.html.includes('Enter 0 to 120 months')]).toEqual([422, true])
  expect((await save('12')).status).toBe(303)
  expect((await save('24')).status).toBe(422)
})
