import { sql } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { discountInvoice } from '#app/domain/billing/invoices/discount-invoice.server.ts'
import { openInvoices } from '#app/domain/billing/invoices/open-invoices.server.ts'
import { payOutCredit } from '#app/domain/billing/invoices/pay-out-credit.server.ts'
import { refundInvoice } from '#app/domain/billing/invoices/refund-invoice.server.ts'
import { takePayment } from '#app/domain/billing/invoices/take-payment.server.ts'
import { withdrawPerson } from '#app/domain/courses/enrolments/withdraw-person.server.ts'
import { transferPack } from '#app/domain/entitlements/packs/transfer-pack.server.ts'
import { confirmOrder } from '#app/domain/events/confirm-order.server.ts'
import { giveBackTicket } from '#app/domain/events/give-back-ticket.server.ts'
import { newId } from '#app/values/id.ts'
import type { Instant } from '#app/values/instant.ts'
import { enrolAll, enrolmentOf, givenCourse, itemsOf } from '../../../../tests/support/courses.ts'
import { beforeEvent, givenEvent, hold, ticketsOf } from '../../../../tests/support/events.ts'
import {
  accountCreditOf,
  act,
  givenPlan,
  invoicesOf,
  sellPlan,
} from '../../../../tests/support/sales/memberships.ts'
import { asManager } from '../../../../tests/support/sales/pay-invoices.ts'
import { type Person, type World, world } from '../../../../tests/support/world.ts'
import { getBillingSettings } from '../../billing/settings/billing-settings.server.ts'
import { saveBillingSettings } from '../../billing/settings/save-billing-settings.server.ts'
import { invoicePage } from '../invoices/invoice-page.server.ts'
import { invoiceView } from '../invoices/invoice-view.ts'
import { sellPackage } from '../sell/sell-package.server.ts'
import { takingsPage } from '../takings-page.server.ts'
import { packRefundFacts } from './pack-refund.server.ts'
import { refundPack } from './refund-pack.server.ts'

const december = '2026-12-14T10:00:00Z'
const sunday = '2027-01-03T12:00:00Z'
let w: World

beforeEach(async () => {
  w = await world()
})

/** The line that was charged to somebody, on its invoice. */
async function lineOf(person: Person, kind: string) {
  const [line] = await w.db.all<{ itemId: string; invoiceId: string; amountMinor: number }>(sql`
    SELECT id AS itemId, invoice_id AS invoiceId, amount_minor AS amountMinor FROM open_items
    WHERE studio_id = ${w.studio.id} AND person_id = ${person.id} AND kind = ${kind}
      AND amount_minor > 0`)
  return line!
}

/** Pays it whole. */
async function paid(person: Person, kind: string, at: Instant) {
  await openInvoices(w.at(at))
  const { invoiceId, amountMinor } = await lineOf(person, kind)
  const given = { key: newId(), invoiceId, amountMinor, method: 'card', note: '' } as const
  expect(await takePayment(w.asDesk(at), given)).toMatchObject({ ok: true, leftMinor: 0 })
}

/** A discount by hand, then what is left to pay is paid. */
async function discounted(person: Person, kind: string, minor: number, at: Instant) {
  await openInvoices(w.at(at))
  const { invoiceId, itemId, amountMinor: price } = await lineOf(person, kind)
  const off = { key: newId(), invoiceId, itemId, discount: { minor }, reason: 'Kind' }
  expect(await discountInvoice(asManager(w, at), off)).toMatchObject({ ok: true })
  const amountMinor = price - minor
  const given = { key: newId(), invoiceId, amountMinor, method: 'card', note: '' } as const
  expect(await takePayment(w.asDesk(at), given)).toMatchObject({ ok: true, leftMinor: 0 })
}

/** Refunds of it by hand at the desk. */
async function refund(person: Person, kind: string, amountMinor: number, at: Instant) {
  const { itemId, invoiceId } = await lineOf(person, kind)
  return refundInvoice(asManager(w, at), {
    key: newId(),
    invoiceId,
    itemId,
    amountMinor,
    method: 'cash',
    reason: 'Asked for it',
  })
}

/** What the page of its invoice offers to refund, in minor units. */
async function offered(person: Person, kind: string, at: Instant) {
  const page = await invoicePage(w.at(at), (await lineOf(person, kind)).invoiceId)
  const view = invoiceView(page!, { ...w.studio, today: at.slice(0, 10) })
  return view.lines.reduce((sum, { refundableMinor }) => sum + refundableMinor, 0)
}

test('money refunded by a withdrawal cannot be refunded again from the invoice', async () => {
  const course = await givenCourse(w)
  const eli = await w.givenPerson('Eli Goes')
  await enrolAll(w, course.id, [eli], december)
  await paid(eli, 'course', december)
  expect(await offered(eli, 'course', december)).toBe(9_000)
  await withdrawPerson(w.asMember(eli, sunday), course.id, eli.id)
  await openInvoices(w.at(sunday))
  expect(await offered(eli, 'course', sunday)).toBe(0)
  expect(await refund(eli, 'course', 1, sunday)).toEqual({
    ok: false,
    reason: 'too_much',
    mostMinor: 0,
  })
})

test('a withdrawal after a refund by hand refunds only the rest, and says how much', async () => {
  const course = await givenCourse(w)
  const [eli, fay] = (await w.givenPeople(['Eli Goes', 'Fay Goes'])) as [Person, Person]
  await enrolAll(w, course.id, [eli, fay], december)
  await paid(eli, 'course', december)
  await paid(fay, 'course', december)
  expect(await refund(eli, 'course', 2_000, december)).toMatchObject({ ok: true })
  expect(await refund(fay, 'course', 9_000, december)).toMatchObject({ ok: true })
  for (const [person, back] of [
    [eli, 7_000],
    [fay, 0],
  ] as const) {
    expect(await withdrawPerson(w.asMember(person, sunday), course.id, person.id)).toMatchObject({
      ok: true,
      quote: { refundMinor: back },
    })
  }
  expect(await itemsOf(w, eli)).toEqual([
    ...['course 9000 settled', 'refund -2000 settled', 'refund -7000 open'],
  ])
  expect(await itemsOf(w, fay)).toEqual(['course 9000 settled', 'refund -9000 settled'])
  expect((await enrolmentOf(w, course.id, fay))!.state).toBe('withdrawn')
})

test('refunds of a ticket by rule and by hand never add up to more than its price', async () => {
  const event = await givenEvent(w)
  const buy = async (person: Person) => {
    const held = await hold(w, event, { person })
    if (!held.ok) throw new Error(held.reason)
    const confirmed = { pays: 'account', personId: person.id } as const
    await confirmOrder(w.at(beforeEvent), held.token ?? '', confirmed)
    await paid(person, 'ticket', beforeEvent)
    return held.token ?? ''
  }
  const giveBack = async (token: string, person: Person) => {
    const [ticket] = (await w.db.all<{ id: string }>(sql`
      SELECT ticket.id FROM tickets AS ticket
      JOIN ticket_orders AS ticket_order ON ticket_order.id = ticket.order_id
      WHERE ticket_order.person_id = ${person.id}`)) as [{ id: string }]
    return giveBackTicket(w.at(beforeEvent), token, ticket.id, { expects: 50 })
  }
  // Half the price by the rule, then the other half by hand.
  const ana = await buy(w.ana)
  expect(await giveBack(ana, w.ana)).toMatchObject({ ok: true, refundMinor: 600 })
  await openInvoices(w.at(beforeEvent))
  expect(await refund(w.ana, 'ticket', 700, beforeEvent)).toMatchObject({ mostMinor: 600 })
  expect(await refund(w.ana, 'ticket', 600, beforeEvent)).toMatchObject({ ok: true })
  // £8.00 by hand, then what is left of the price.
  const ben = await buy(w.ben)
  expect(await refund(w.ben, 'ticket', 800, beforeEvent)).toMatchObject({ ok: true })
  expect(await giveBack(ben, w.ben)).toMatchObject({ ok: true, refundMinor: 400 })
  expect(await ticketsOf(w, event.id)).toHaveLength(2)
})

test('a part refund of a course or ticket uses the discounted price and subtracts earlier refunds', async () => {
  const course = await givenCourse(w, { withdrawalRunning: 100 })
  const [eli, fay] = (await w.givenPeople(['Eli Goes', 'Fay Goes'])) as [Person, Person]
  await enrolAll(w, course.id, [eli, fay], december)
  await discounted(eli, 'course', 3_000, december)
  await paid(fay, 'course', december)
  expect(await refund(fay, 'course', 2_000, december)).toMatchObject({ ok: true })
  // Three of six sessions are left: half of £60.00, and half of £90.00.
  const half = '2027-01-20T12:00:00Z'
  for (const [person, back] of [
    [eli, 3_000],
    [fay, 4_500],
  ] as const) {
    expect(await withdrawPerson(w.asMember(person, half), course.id, person.id)).toMatchObject({
      ok: true,
      quote: { refundMinor: back, sessions: 3, of: 6 },
    })
    expect(await itemsOf(w, person)).toContain(`refund -${back} open`)
  }

  const event = await givenEvent(w)
  const held = await hold(w, event, { person: w.ana })
  if (!held.ok) throw new Error(held.reason)
  const token = held.token ?? ''
  await confirmOrder(w.at(beforeEvent), token, { pays: 'account', personId: w.ana.id })
  await discounted(w.ana, 'ticket', 600, beforeEvent)
  const [ticket] = await w.db.all<{ id: string }>(sql`
    SELECT id FROM tickets WHERE studio_id = ${w.studio.id} AND event_id = ${event.id}`)
  const back = await giveBackTicket(w.at(beforeEvent), token, ticket!.id, { expects: 50 })
  expect(back).toMatchObject({ ok: true, refundMinor: 300 })
})

test('after a cooling-off withdrawal the invoice has nothing left to refund', async () => {
  const bought = '2026-06-01T10:00:00Z'
  const { version } = await getBillingSettings(w.at(bought))
  const key = `cooling${w.studio.id}`
  await saveBillingSettings(w.asDesk(bought), { key, version, coolingOffDays: 14 })
  const plan = await givenPlan(w, { name: 'Eight', priceMinor: 6_000, joiningFeeMinor: 2_000 })
  const id = await sellPlan(w, w.cleo, plan, { now: bought })
  await act(w, w.cleo, id, { act: 'withdraw' }, { now: bought })
  expect(await offered(w.cleo, 'membership', bought)).toBe(0)
  expect(await refund(w.cleo, 'membership', 100, bought)).toMatchObject({ reason: 'too_much' })
  expect(await refund(w.cleo, 'joining_fee', 100, bought)).toMatchObject({ reason: 'too_much' })
  expect((await invoicesOf(w, w.cleo)).length).toBe(2)
  // What is on the account is paid out once, by one of two presses, and no more than there is.
  const out = { key: newId(), amountMinor: 8_000, method: 'cash' } as const
  const pay = (more: object) => payOutCredit(asManager(w, bought), w.cleo.id, { ...out, ...more })
  expect(await Promise.all([pay({}), pay({}), pay({ key: newId() })])).toEqual([
    ...[{ ok: true }, { ok: true }],
    { ok: false, reason: 'not_enough_credit', mostMinor: 0 },
  ])
  expect(await accountCreditOf(w, w.cleo)).toBe(0)
  expect((await takingsPage(w.at(bought), '2026-06-01')).payments).toMatchObject([
    { amountMinor: -8_000, invoiceId: null },
    ...[{ method: 'credit' }, { amountMinor: 8_000, method: 'card' }],
  ])
})

test('used and transferred credits keep their share of the price after any refund', async () => {
  const now = '2026-06-01T10:00:00Z'
  const lotId = newId()
  await sellPackage(asManager(w, now), w.ben.id, {
    key: lotId,
    packageId: w.ids.tenPack,
    startsOn: '2026-06-01',
    note: '',
    method: 'card',
  })
  const { invoiceId, amountMinor: price } = await lineOf(w.ben, 'package')
  await w.db.run(sql`
    INSERT INTO entries (studio_id, person_id, lot_id, kind, amount, reason, created_at)
    VALUES (${w.studio.id}, ${w.ben.id}, ${lotId}, 'transfer', -7, '', ${now})`)
  expect(await refund(w.ben, 'package', 1_000, now)).toMatchObject({ ok: true })
  expect((await packRefundFacts(asManager(w, now), invoiceId))!.quote).toMatchObject({
    usedMinor: price * 0.7,
    refundMinor: price * 0.3 - 1_000,
  })
})

test('a pack refunded in full by hand can have its credits removed, once', async () => {
  const now = '2026-06-01T10:00:00Z'
  const desk = asManager(w, now)
  const lotId = newId()
  await sellPackage(desk, w.ben.id, {
    key: lotId,
    packageId: w.ids.tenPack,
    startsOn: '2026-06-01',
    note: '',
    method: 'card',
  })
  const { invoiceId, amountMinor: price } = await lineOf(w.ben, 'package')
  expect(await refund(w.ben, 'package', price, now)).toMatchObject({ ok: true })
  const press = (key: string, amountMinor = 0) =>
    refundPack(desk, { key, invoiceId, method: 'credit', reason: 'Moving away', amountMinor })
  expect(await press(newId(), 100)).toMatchObject({ reason: 'changed' })
  const key = newId()
  for (const { ok } of await Promise.all([press(key), press(key)])) expect(ok).toBe(true)
  expect(await press(key)).toEqual({ ok: true, creditNote: null, again: true })
  expect(await press(newId())).toMatchObject({ reason: 'not_found' })
  const entries = await w.db.all<{ kind: string; amount: number }>(sql`
    SELECT kind, amount FROM entries WHERE studio_id = ${w.studio.id} AND lot_id = ${lotId}
    ORDER BY rowid`)
  expect(entries).toEqual([
    { kind: 'grant', amount: 10 },
    { kind: 'revoke', amount: -10 },
  ])
})

test('refunding a pack leaves out discounts, earlier refunds and transferred credits', async () => {
  const now = '2026-06-01T10:00:00Z'
  const desk = asManager(w, now)
  const sell = async (person: Person) => {
    const lotId = newId()
    const sold = await sellPackage(desk, person.id, {
      key: lotId,
      packageId: w.ids.tenPack,
      startsOn: '2026-06-01',
      note: '',
      method: 'later',
    })
    if (!sold.ok) throw new Error(sold.reason)
    return { ...(await lineOf(person, 'package')), lotId }
  }
  // £20.00 off, £10.00 refunded: the rest goes back, and the credits with it.
  const ana = await sell(w.ana)
  const { invoiceId, itemId, amountMinor: price } = ana
  await discountInvoice(desk, {
    key: newId(),
    invoiceId,
    itemId,
    discount: { minor: 2_000 },
    reason: 'Kind',
  })
  await takePayment(desk, {
    key: newId(),
    invoiceId,
    amountMinor: price - 2_000,
    method: 'card',
    note: '',
  })
  expect(await refund(w.ana, 'package', 1_000, now)).toMatchObject({ ok: true })
  const facts = (await packRefundFacts(desk, invoiceId))!
  expect(facts.quote).toMatchObject({ refundMinor: price - 3_000, revoked: 10 })
  const press = { key: newId(), invoiceId, method: 'cash', reason: 'Moving away' } as const
  expect(await refundPack(desk, { ...press, amountMinor: price - 3_000 })).toMatchObject({
    ok: true,
  })
  // All ten credits are Cleo's now: Ben gets nothing back for them.
  const ben = await sell(w.ben)
  await paid(w.ben, 'package', now)
  const moved = { lotId: ben.lotId, toId: w.cleo.id, left: 10, key: newId(), reason: '' }
  expect(await transferPack(desk, w.ben.id, moved)).toMatchObject({ ok: true })
  expect((await packRefundFacts(desk, ben.invoiceId))!).toMatchObject({
    used: 0,
    transferred: 10,
    quote: { refundMinor: 0, revoked: 0 },
  })
})

test('another refund’s key neither refunds a pack nor removes its credits', async () => {
  const now = '2026-06-01T10:00:00Z'
  const desk = asManager(w, now)
  for (const person of [w.ana, w.ben]) {
    await sellPackage(desk, person.id, {
      key: newId(),
      packageId: w.ids.tenPack,
      startsOn: '2026-06-01',
      note: '',
      method: 'later',
    })
    await paid(person, 'package', now)
  }
  const anas = await lineOf(w.ana, 'package')
  const bens = await lineOf(w.ben, 'package')
  const press = { key: newId(), method: 'cash', reason: 'Moving away' } as const
  const ofAna = { ...press, invoiceId: anas.invoiceId, amountMinor: anas.amountMinor }
  expect(await refundPack(desk, ofAna)).toMatchObject({ ok: true })
  expect(await refundPack(desk, ofAna)).toMatchObject({ ok: true, again: true })
  const ofBen = { ...press, invoiceId: bens.invoiceId, amountMinor: bens.amountMinor }
  expect(await refundPack(desk, ofBen)).toMatchObject({ ok: false, reason: 'changed' })
  expect((await packRefundFacts(desk, bens.invoiceId))!.left).toBe(10)
  // By hand, with a sum of its own: the same key refunds nothing of the rest.
  const byHand = { ...press, key: newId(), invoiceId: bens.invoiceId, itemId: bens.itemId }
  expect(await refundInvoice(desk, { ...byHand, amountMinor: 500 })).toMatchObject({ ok: true })
  expect(await refundInvoice(desk, { ...byHand, amountMinor: 600 })).toMatchObject({
    ok: false,
    reason: 'changed',
  })
  const { quote } = (await packRefundFacts(desk, bens.invoiceId))!
  const rest = { ...byHand, amountMinor: quote.refundMinor }
  expect(await refundPack(desk, rest)).toMatchObject({ ok: false, reason: 'changed' })
  expect((await packRefundFacts(desk, bens.invoiceId))!.left).toBe(10)
})
