import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { paths } from '#app/paths.ts'
import { type MintedAccount, mintAccount, mintSession } from '../../support/accounts.ts'
import { builtDatabases } from '../../support/built-databases.ts'
import { freezeClock, releaseClock } from '../../support/member-pages.ts'
import { open, send } from '../../support/sales/desk-forms.ts'
import { mintWeek, type Week, weekNow } from '../../support/week.ts'
import { workerOrigin as origin } from '../../support/worker-origin.ts'

const databases = builtDatabases()
let week: Week
let manager: string
let desk: string
let coach: string

const cookieOf = async (account: MintedAccount) =>
  (await mintSession(databases, account, { variables: inject('variables') })).cookie

beforeAll(async () => {
  await freezeClock(weekNow)
  week = await mintWeek(databases)
  const { studio } = week
  const staff = async (role: 'manager' | 'front_desk' | 'coach', name: string) =>
    cookieOf(await mintAccount(databases, { studio, role, name }))
  manager = await staff('manager', 'Mina Manager')
  desk = await staff('front_desk', 'Hana Desk')
  coach = await staff('coach', 'Col Coach')
})

afterAll(releaseClock)

/** The links of the list of invoices, as the page has them. */
const invoiceLinks = (html: string) => [
  ...new Set(html.match(/\/[\w-]+\/manage\/sales\/invoices\/[\w-]+(?=")/g) ?? []),
]

test('a manager puts a package on sale, changes its price, and people read the new one', async () => {
  const { studio } = week
  const typed = { name: 'Spring ten', credits: '10', price: '124.00', validDays: '90' }
  const wrong = await send(paths.managePackageNew(studio), manager, { ...typed, price: 'free' })
  expect(wrong.status).toBe(422)
  expect(wrong.html).toContain('Enter a price like')
  expect(wrong.html).toContain('Spring ten')
  const added = await send(paths.managePackageNew(studio), manager, typed)
  expect([added.status, added.location]).toEqual([303, paths.managePackages(studio)])
  const again = await send(paths.managePackageNew(studio), manager, typed)
  expect(again.status).toBe(422)
  expect(again.html).toContain('data-refusal="name_taken"')

  const list = await open(paths.managePackages(studio), manager)
  const link = list.html.match(/\/[\w-]+\/manage\/sales\/packages\/[\w-]+(?="[^>]*>Spring ten)/)![0]
  const changed = await send(link, manager, { ...typed, price: '130.00', once: 'on' })
  expect(changed.status).toBe(303)
  const stale = await send(link, manager, { ...typed, price: '140.00' })
  expect(stale.status).not.toBe(303)
  const prices = await open(paths.prices(studio), '')
  expect(prices.html).toContain('£130.00')
  expect(prices.html).not.toContain('£124.00')
  expect((await open(paths.managePackageNew(studio), desk)).status).not.toBe(200)
})

test('the desk sells a package on the invoice, takes a part, and cannot take more than is open', async () => {
  const { studio, ana } = week
  const startsOn = weekNow.slice(0, 10)
  const sale = paths.managePersonSale(studio, ana.personId)
  const page = await open(sale, desk)
  const offer = page.html.match(/<option value="([\w-]+)"[^>]*>Spring ten/)![1]!
  expect((await send(sale, desk, { offer: '', method: 'later' })).status).toBe(422)
  const sold = await send(sale, desk, { offer, startsOn, method: 'later' })
  expect([sold.status, sold.location]).toEqual([303, paths.managePerson(studio, ana.personId)])
  // It is sold once a person.
  const second = await send(sale, desk, { offer, startsOn, method: 'card' })
  expect(second.html).toContain('data-refusal="had_it"')

  const list = await open(paths.manageInvoices(studio), desk)
  expect(list.html).toContain('£130.00 to be paid on 1 invoice')
  const [invoice] = invoiceLinks(list.html)
  const payment = `${invoice}/payment`
  const tooMuch = await send(payment, desk, { amount: '130.01', method: 'cash' })
  expect(tooMuch.status).toBe(422)
  expect(tooMuch.html).toContain('Only £130.00 is to pay')
  expect(tooMuch.html).toContain('130.01')
  expect((await send(payment, desk, { amount: '30.00', method: 'cash' })).status).toBe(303)
  expect((await open(invoice!, desk)).html).toContain('Part paid')
  expect((await send(payment, desk, { amount: '100.00', method: 'card' })).status).toBe(303)
  const paid = await open(invoice!, desk)
  expect(paid.html).toContain('Paid')
  const takings = await open(paths.manageTakings(studio), desk)
  expect(takings.html).toContain('£130.00 taken')
})

test('the front desk refunds £20.00 of it and not £20.01; a manager refunds the rest (story 20)', async () => {
  const { studio } = week
  const list = await open(paths.manageInvoices(studio, { view: 'paid' }), desk)
  const [invoice] = invoiceLinks(list.html)
  const refund = `${invoice}/refund`
  const item = (await open(refund, desk)).html.match(
    /<option value="([\w-]+)"[^>]*>Spring ten/,
  )![1]!
  const ask = (cookie: string, amount: string) =>
    send(refund, cookie, { item, amount, method: 'cash', reason: 'Moved away' })
  const refused = await ask(desk, '20.01')
  expect(refused.status).toBe(422)
  expect(refused.html).toContain('data-refusal="desk_limit"')
  expect((await ask(desk, '20.00')).status).toBe(303)
  expect((await ask(manager, '110.00')).status).toBe(303)
  expect((await open(invoice!, desk)).html).toContain('Refunded')
  const notes = await open(paths.manageInvoices(studio, { view: 'credit_notes' }), desk)
  expect(notes.html).toContain('C1')
})

test('a member reads the invoices that are theirs, takes one home as a file, and nobody else’s', async () => {
  const { studio, ana, cleo } = week
  const [hers, his] = await Promise.all([ana, cleo].map((person) => cookieOf(person)))
  const list = await open(paths.portalInvoices(studio), hers!)
  expect(list.html).toContain('Spring ten')
  const link = list.html.match(/\/[\w-]+\/portal\/invoices\/sale-[\w-]+(?=")/)?.[0]
  const page = await open(link!, hers!)
  expect(page.html).toContain('£130.00')
  expect(page.html).not.toContain('<script')
  const file = await fetch(`${origin}${link}/pdf`, { headers: { cookie: hers! } })
  expect([file.status, file.headers.get('content-type')]).toEqual([200, 'application/pdf'])
  expect((await file.text()).startsWith('%PDF-1.7')).toBe(true)
  expect((await open(link!, his!)).status).toBe(404)
  expect((await open(`${link}/pdf`, his!)).status).toBe(404)
  expect((await open(paths.portalInvoices(studio), his!)).html).toContain('No invoices yet')
})

test('the desk takes one payment for all that somebody owes', async () => {
  const { studio, cleo } = week
  const page = paths.managePersonAct(studio, cleo.personId, 'payment')
  expect((await open(page, desk)).html).toContain('owes nothing')
  const sale = paths.managePersonSale(studio, cleo.personId)
  const offer = (await open(sale, desk)).html.match(/<option value="([\w-]+)"[^>]*>Spring ten/)![1]!
  await send(sale, desk, { offer, startsOn: weekNow.slice(0, 10), method: 'later' })
  const { html } = await open(page, desk)
  expect(html).toContain('owes £130.00')
  const charge = html.match(/name="charges" checked="" value="([\w.-]+)"/)![1]!
  expect((await send(page, desk, { method: 'cash' })).status).toBe(422)
  const forged = await send(page, desk, { charges: charge.replace('13000', '1'), method: 'cash' })
  expect(forged.html).toContain('data-refusal="changed"')
  expect((await send(page, desk, { charges: charge, method: 'cash' })).status).toBe(303)
  expect((await open(page, desk)).html).toContain('owes nothing')
})

test('closed takings take no more money, and a coach sees no invoices', async () => {
  const { studio } = week
  const takings = paths.manageTakings(studio)
  const closed = await send(takings, desk, { counted: '10.00' })
  expect(closed.status).toBe(303)
  expect((await open(takings, desk)).html).toContain('Takings closed')
  expect((await open(paths.manageInvoices(studio), coach)).status).not.toBe(200)
})
