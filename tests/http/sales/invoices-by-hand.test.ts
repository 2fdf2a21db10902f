import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { paths } from '#app/paths.ts'
import { type MintedAccount, mintAccount, mintSession } from '../../support/accounts.ts'
import { builtDatabases } from '../../support/built-databases.ts'
import { freezeClock, releaseClock } from '../../support/member-pages.ts'
import { open, send } from '../../support/sales/desk-forms.ts'
import { mintWeek, type Week, weekNow } from '../../support/week.ts'

const databases = builtDatabases()
let week: Week
let manager: string
let desk: string

const cookieOf = async (account: MintedAccount) =>
  (await mintSession(databases, account, { variables: inject('variables') })).cookie

beforeAll(async () => {
  await freezeClock(weekNow)
  week = await mintWeek(databases)
  const { studio } = week
  const staff = async (role: 'manager' | 'front_desk', name: string) =>
    cookieOf(await mintAccount(databases, { studio, role, name }))
  manager = await staff('manager', 'Mina Manager')
  desk = await staff('front_desk', 'Hana Desk')
})

afterAll(releaseClock)

test('a manager makes an invoice by hand, sees it before it is opened, and takes something off', async () => {
  const { studio, ana } = week
  const begin = paths.manageDraftNew(studio, { person: ana.personId })
  expect((await open(begin, desk)).status).not.toBe(200)
  const begun = await send(begin, manager, {})
  expect(begun.status).toBe(303)
  const draft = begun.location
  const line = `${draft}/line`

  const wrong = await send(line, manager, {
    what: 'Hen party',
    quantity: '0.5',
    price: '-5',
    tax: '20',
    discount: '200',
  })
  expect(wrong.status).toBe(422)
  expect(wrong.html).toContain('Enter a whole number')
  expect(wrong.html).toContain('Hen party')
  const typed = { what: 'Hen party', quantity: '2', price: '60.00', tax: '20' }
  const much = await send(line, manager, {
    ...typed,
    discount: '120.01',
    discountReason: 'Why not',
  })
  expect(much.html).toContain('The line comes to £120.00.')
  // The price of the studio counts in its currency, whatever a form adds.
  const saved = await send(line, manager, { ...typed, currency: 'USD', amountMinor: '1' })
  expect(saved.status).toBe(303)
  const terms = { prices: 'without_tax', discount: '10%', discountReason: 'Second visit' }
  expect((await send(`${draft}/details`, manager, terms)).status).toBe(303)
  const page = await open(draft, manager)
  expect(page.html).toContain('Second visit')
  expect(page.html).toContain('£129.60')
  expect((await open(paths.manageDrafts(studio), manager)).html).toContain('£129.60')
  // Nobody owes it yet.
  expect((await open(paths.manageInvoices(studio), manager)).html).toContain('Nothing is owed.')

  const opened = await fetchOpen(draft)
  expect(opened.status).toBe(303)
  const invoice = opened.location
  // Somebody who still has the draft open is led to the invoice.
  expect((await open(draft, manager)).status).toBe(303)
  const bill = await open(invoice, manager)
  expect(bill.html).toContain('£129.60')
  expect(bill.html).toContain('VAT is added below')

  const off = `${invoice}/discount`
  expect((await open(off, desk)).status).not.toBe(200)
  const all = await send(off, manager, { item: '', discount: '129.61', reason: 'Cold room' })
  expect(all.html).toContain('Only £129.60 of this is still to pay.')
  expect((await send(off, manager, { item: '', discount: '-5', reason: 'x' })).status).toBe(422)
  const done = await send(off, manager, { item: '', discount: '9.60', reason: 'Cold room' })
  expect([done.status, done.location]).toEqual([303, invoice])
  const after = await open(invoice, manager)
  expect(after.html).toContain('Cold room')
  expect((await open(paths.manageInvoices(studio), manager)).html).toContain(
    '£120.00 to be paid on 1 invoice',
  )
})

/** Presses the button that opens a draft, with the version of its page. */
const fetchOpen = async (draft: string) => {
  const { html } = await open(draft, manager)
  const version = html.match(/name="version" value="(\d+)"/)![1]!
  return send(`${draft}/open`, manager, { version })
}
