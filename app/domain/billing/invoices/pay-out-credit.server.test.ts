import { sql } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { batch } from '#app/db/batch.server.ts'
import { newId } from '#app/values/id.ts'
import { givenCard, owes } from '../../../../tests/support/sales/gift-cards.ts'
import { accountCreditOf } from '../../../../tests/support/sales/memberships.ts'
import { asManager } from '../../../../tests/support/sales/pay-invoices.ts'
import { type World, world } from '../../../../tests/support/world.ts'
import { openItemStatement, voidOpenItemsStatement } from '../open-items.server.ts'
import { saveBillingSettings } from '../settings/save-billing-settings.server.ts'
import { openInvoices } from './open-invoices.server.ts'
import { payOutCredit } from './pay-out-credit.server.ts'
import { refundInvoice } from './refund-invoice.server.ts'
import { takePayment } from './take-payment.server.ts'

const now = '2026-06-02T10:00:00Z'
const tomorrow = '2026-06-03T10:00:00Z'
let w: World

beforeEach(async () => {
  w = await world()
})

const asOwner = (at = now) => ({
  ...w.at(at),
  actor: { userId: 'olga', name: 'Olga Owner', role: 'owner' as const },
})

const given = (amountMinor: number) =>
  w.db.run(sql`
    INSERT INTO account_entries (studio_id, person_id, amount_minor, cause, created_at)
    VALUES (${w.studio.id}, ${w.ana.id}, ${amountMinor}, ${`brought ${newId()}`}, ${now})`)

const out = (amountMinor: number, staff = asManager(w, now)) =>
  payOutCredit(staff, w.ana.id, { key: newId(), amountMinor, method: 'cash' })

const pay = (invoiceId: string, amountMinor: number, method: 'cash' | 'credit') =>
  takePayment(asManager(w, now), { key: newId(), invoiceId, amountMinor, method, note: '' })

async function payByCard(invoiceId: string, amountMinor: number) {
  const card = await givenCard(w, now, { amountMinor })
  const payment = { key: newId(), invoiceId, amountMinor, method: 'gift_card', note: '' } as const
  const taken = await takePayment(asManager(w, now), { ...payment, cardId: card.id })
  expect(taken).toMatchObject({ ok: true })
}

async function refund(invoiceId: string, amountMinor: number, method: 'cash' | 'credit') {
  const [line] = await w.db.all<{ id: string }>(sql`
    SELECT id FROM open_items WHERE invoice_id = ${invoiceId} AND state = 'settled'
      AND amount_minor > 0`)
  const asked = { key: newId(), invoiceId, itemId: line!.id, amountMinor, method, reason: 'Ill' }
  return refundInvoice(asManager(w, now), asked)
}

/** A bill that a gift card paid, refunded to Ana's account. */
async function creditFromCard(amountMinor: number) {
  const invoiceId = await owes(w, w.ana.id, amountMinor, now)
  await payByCard(invoiceId, amountMinor)
  expect(await refund(invoiceId, amountMinor, 'credit')).toMatchObject({ ok: true })
}

test('a manager pays account credit out up to the role’s limit a person, also over several days, an owner all of it', async () => {
  await saveBillingSettings(asOwner(), { key: newId(), version: 0, managerRefund: 5_000 })
  await given(20_000)
  expect(await out(5_001)).toEqual({ ok: false, reason: 'desk_limit', mostMinor: 5_000 })
  const two = await Promise.all([out(3_000), out(3_000)])
  expect(two.filter(({ ok }) => ok)).toHaveLength(1)
  expect(two.filter(({ ok }) => !ok)).toEqual([
    { ok: false, reason: 'desk_limit', mostMinor: 2_000 },
  ])
  expect(await out(2_000)).toEqual({ ok: true })
  expect(await out(1)).toEqual({ ok: false, reason: 'desk_limit', mostMinor: 0 })
  expect(await out(1, asManager(w, tomorrow))).toEqual({
    ok: false,
    reason: 'desk_limit',
    mostMinor: 0,
  })
  expect(await out(15_001, asOwner())).toEqual({
    ok: false,
    reason: 'not_enough_credit',
    mostMinor: 15_000,
  })
  expect(await out(15_000, asOwner())).toEqual({ ok: true })
  // The account was empty: what comes onto it later has the limit again.
  await given(6_000)
  expect(await out(5_001)).toEqual({ ok: false, reason: 'desk_limit', mostMinor: 5_000 })
  expect(await out(5_000)).toEqual({ ok: true })
})

test('account credit from a gift card is spent first and cannot be paid out', async () => {
  await creditFromCard(6_000)
  expect(await out(1)).toEqual({ ok: false, reason: 'from_gift_card', mostMinor: 0 })
  await given(4_000)
  expect(await out(4_001, asOwner())).toEqual({
    ok: false,
    reason: 'from_gift_card',
    mostMinor: 4_000,
  })
  // £50.00 of the card’s £60.00 are spent, and the account’s own £40.00 can be paid out.
  const bill = await owes(w, w.ana.id, 5_000, now)
  expect(await pay(bill, 5_000, 'credit')).toMatchObject({ ok: true })
  expect(await out(4_001)).toEqual({ ok: false, reason: 'from_gift_card', mostMinor: 4_000 })
  expect(await out(4_000)).toEqual({ ok: true })
  // What was spent before a card put credit there does not free it.
  await creditFromCard(3_000)
  expect(await accountCreditOf(w, w.ana)).toBe(4_000)
  expect(await out(1)).toEqual({ ok: false, reason: 'from_gift_card', mostMinor: 0 })
})

test('only the part of a refund that came from a gift card cannot be paid out', async () => {
  const invoiceId = await owes(w, w.ana.id, 6_000, now)
  await pay(invoiceId, 2_000, 'cash')
  await payByCard(invoiceId, 4_000)
  expect(await refund(invoiceId, 3_000, 'credit')).toMatchObject({ ok: true })
  expect(await out(2_001)).toEqual({ ok: false, reason: 'from_gift_card', mostMinor: 2_000 })
  expect(await out(2_000)).toEqual({ ok: true })
})

test('money from a voided line is credited once: gift-card money stays on the account, and cash is not refunded again', async () => {
  const subjects = [newId(), newId()]
  for (const subjectId of subjects)
    await batch(w.db, {
      item: openItemStatement(w.at(now), {
        personId: w.ana.id,
        kind: 'ticket',
        subjectId,
        amountMinor: 5_000,
        working: 'Winter showcase',
        dedupeKey: newId(),
      }),
    })
  await openInvoices(w.at(now))
  const [first] = await w.db.all<{ invoiceId: string; subjectId: string }>(sql`
    SELECT invoice_id AS invoiceId, subject_id AS subjectId FROM open_items
    WHERE studio_id = ${w.studio.id} ORDER BY created_at, id`)
  const { invoiceId, subjectId } = first!
  await pay(invoiceId, 1_000, 'cash')
  await payByCard(invoiceId, 2_000)
  await batch(w.db, { void: voidOpenItemsStatement(w.at(now), subjectId) })
  while ((await openInvoices(w.at(now))) > 0);
  expect(await accountCreditOf(w, w.ana)).toBe(3_000)
  expect(await out(1_001)).toEqual({ ok: false, reason: 'from_gift_card', mostMinor: 1_000 })
  await payByCard(invoiceId, 5_000)
  expect(await refund(invoiceId, 1_000, 'cash')).toEqual({
    ok: false,
    reason: 'to_gift_card',
    mostMinor: 0,
  })
})
