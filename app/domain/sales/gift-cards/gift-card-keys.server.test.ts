import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { expireGiftCards } from '#app/domain/billing/gift-cards/expire-gift-cards.server.ts'
import { payAccount } from '#app/domain/billing/invoices/pay-account.server.ts'
import { refundInvoice } from '#app/domain/billing/invoices/refund-invoice.server.ts'
import { reopenInvoice } from '#app/domain/billing/invoices/reopen-invoice.server.ts'
import { type TakePayment, takePayment } from '#app/domain/billing/invoices/take-payment.server.ts'
import { addGiftCard, beginSale } from '#app/domain/sales/till/change-basket.server.ts'
import { sellBasket } from '#app/domain/sales/till/sell-basket.server.ts'
import { newId } from '#app/values/id.ts'
import {
  givenCard,
  ledgerOf,
  nobodyInParticular,
  owes,
} from '../../../../tests/support/sales/gift-cards.ts'
import { asManager } from '../../../../tests/support/sales/pay-invoices.ts'
import { type World, world } from '../../../../tests/support/world.ts'
import { findGiftCard } from './find-gift-card.server.ts'
import { cardStateWords } from './gift-card-words.ts'
import { exportGiftCards, giftCardsPage } from './gift-cards-page.server.ts'
import { myGiftCardsPage } from './my-gift-cards-page.server.ts'
import { renewCard } from './renew-card.server.ts'
import { sendGiftCards } from './send-gift-cards.server.ts'
import { voidGiftCard } from './void-gift-card.server.ts'

const now = '2026-09-01T10:00:00Z'

const pay = (w: World, given: Omit<TakePayment, 'key' | 'note'> & { key?: string }, at = now) =>
  takePayment(asManager(w, at), { key: newId(), note: '', ...given })

const lineOf = async (w: World, invoiceId: string) => {
  const [line] = await w.db.all<{ id: string; paid: number; state: string }>(sql`
    SELECT id, paid_minor AS paid, state FROM open_items WHERE invoice_id = ${invoiceId}
      AND kind <> 'tip'`)
  return line!
}

const paidBills = async (w: World, invoiceId: string) =>
  (
    await w.db.all<{ minor: number }>(sql`
      SELECT coalesce(sum(amount_minor), 0) AS minor FROM allocations WHERE invoice_id = ${invoiceId}`)
  )[0]!.minor

test('a form sent with the key of another payment leaves the gift card’s balance alone', async () => {
  const w = await world()
  const card = await givenCard(w, now, { amountMinor: 5_000 })
  const cash = newId()
  const small = await owes(w, w.ben.id, 100, now)
  expect(
    await pay(w, { key: cash, invoiceId: small, amountMinor: 100, method: 'cash' }),
  ).toMatchObject({ ok: true })
  // The answer was lost, and the desk tries by card: cash was taken, so the card keeps its money.
  const again = { key: cash, invoiceId: small, amountMinor: 100, method: 'gift_card' as const }
  expect(await pay(w, { ...again, cardId: card.id })).toEqual({ ok: false, reason: 'key_used' })
  expect(await pay(w, { ...again, cardId: '' })).toEqual({ ok: false, reason: 'key_used' })
  expect(await ledgerOf(w, card.id)).toMatchObject({ balance: 5_000, summed: 5_000 })

  const bill = await owes(w, w.ben.id, 1_500, now)
  await pay(w, { invoiceId: bill, amountMinor: 1_500, method: 'gift_card', cardId: card.id })
  const { id: itemId } = await lineOf(w, bill)
  const refund = { invoiceId: bill, itemId, reason: 'Ill' }
  await refundInvoice(w.asDesk(now), {
    ...{ ...refund, key: cash, method: 'gift_card', amountMinor: 10_000_000 },
  })
  expect(await ledgerOf(w, card.id)).toMatchObject({ balance: 3_500, summed: 3_500 })
  const [sums] = await w.db.all<{ minor: number }>(
    sql`SELECT sum(minor) AS minor FROM gift_card_sums`,
  )
  expect(sums!.minor).toBe(3_500)
})

test('a payment’s key cannot be used again to pay a different invoice', async () => {
  const w = await world()
  const first = await owes(w, w.ben.id, 1_000, now)
  const { id } = await lineOf(w, first)
  const key = newId()
  const paid = await payAccount(asManager(w, now), w.ben.id, {
    ...{ key, itemIds: [id], feeIds: [], amountMinor: 1_000, method: 'cash', note: '' },
  })
  expect(paid).toMatchObject({ ok: true })
  const other = await owes(w, w.ben.id, 1_000, now)
  const taken = await pay(w, { key, invoiceId: other, amountMinor: 1_000, method: 'cash' })
  expect(taken.ok).toBe(false)
  expect(await paidBills(w, other)).toBe(0)
  expect(await lineOf(w, other)).toMatchObject({ paid: 0, state: 'open' })
})

test('a payment that covers two bills can be refunded in cash on each bill only up to its share', async () => {
  const w = await world()
  const card = await givenCard(w, now, { amountMinor: 6_000 })
  const first = await owes(w, w.ben.id, 10_000, now)
  await pay(w, { invoiceId: first, amountMinor: 6_000, method: 'gift_card', cardId: card.id })
  const second = await owes(w, w.ben.id, 6_000, now)
  const itemIds = [(await lineOf(w, first)).id, (await lineOf(w, second)).id]
  expect(
    await payAccount(asManager(w, now), w.ben.id, {
      ...{ key: newId(), itemIds, feeIds: [], amountMinor: 10_000, method: 'cash', note: '' },
    }),
  ).toMatchObject({ ok: true })
  const refund = { invoiceId: first, itemId: itemIds[0]!, reason: 'Ill', method: 'cash' as const }
  expect(
    await refundInvoice(asManager(w, now), { ...refund, key: newId(), amountMinor: 10_000 }),
  ).toEqual({ ok: false, reason: 'to_gift_card', mostMinor: 4_000 })
})

test('a part payment pays for the gift cards on an invoice last', async () => {
  const w = await world()
  const desk = asManager(w, now)
  const key = newId()
  await beginSale(desk, { key, location: '', person: w.ana.id })
  await addGiftCard(desk, key, { key: newId(), amountMinor: 2_000, gift: nobodyInParticular })
  await sellBasket(desk, {
    ...{ saleId: key, version: 1, tipMinor: 500, evenShort: false, restLater: true },
    typed: { cash: 0, card: 0, transfer: 0, credit: 0 },
  })
  await pay(w, { invoiceId: `till-${key}`, amountMinor: 2_000, method: 'cash' })
  expect(await ledgerOf(w, `${key}-01`)).toMatchObject({ state: 'unpaid', balance: 0 })
  await pay(w, { invoiceId: `till-${key}`, amountMinor: 500, method: 'cash' })
  expect(await ledgerOf(w, `${key}-01`)).toMatchObject({ state: 'live', balance: 2_000 })
})

test('a key of an older refund voids no card', async () => {
  const w = await world()
  const key = newId()
  const bill = await owes(w, w.ben.id, 100, now)
  await pay(w, { invoiceId: bill, amountMinor: 100, method: 'cash' })
  const { id: itemId } = await lineOf(w, bill)
  const refund = { key, invoiceId: bill, itemId, amountMinor: 100, method: 'cash' as const }
  expect(await refundInvoice(w.asDesk(now), { ...refund, reason: 'Ill' })).toMatchObject({
    ok: true,
  })
  const card = await givenCard(w, now, { amountMinor: 50_000, person: w.ana.id })
  const voided = await voidGiftCard(w.asDesk(now), card.id, { key, method: 'cash', reason: 'x' })
  expect(voided.ok).toBe(false)
  expect(await ledgerOf(w, card.id)).toMatchObject({ state: 'live', balance: 50_000 })
})

test('a gift card expires counted from its delivery day, and can be spent for a month if paid late', async () => {
  const w = await world()
  await givenCard(w, now, { amountMinor: 1_000, months: 1 })
  const desk = asManager(w, now)
  const key = newId()
  await beginSale(desk, { key, location: '', person: '' })
  const gift = { ...nobodyInParticular, to: 'Maud', email: 'maud@example.test', on: '2026-12-24' }
  await addGiftCard(desk, key, { key: newId(), amountMinor: 2_000, gift })
  const typed = { cash: 0, card: 2_000, transfer: 0, credit: 0 }
  await sellBasket(desk, {
    ...{ saleId: key, version: 1, typed, tipMinor: 0, evenShort: false, restLater: false },
  })
  const lastDay = async (id: string) =>
    (
      await w.db.all<{ day: string }>(sql`
        SELECT expires_on AS day FROM gift_cards WHERE id = ${id}`)
    )[0]!.day
  expect(await lastDay(`${key}-01`)).toBe('2027-01-24')
  // For whom it is stays with the card: neither the sale nor its bill says it.
  const [kept] = await w.db.all<{ lines: string; working: string }>(sql`
    SELECT lines, (SELECT working FROM open_items WHERE id = ${`${key}-01`}) AS working
    FROM till_sales WHERE id = ${key}`)
  expect(`${kept!.lines} ${kept!.working}`).not.toMatch(/maud/i)

  const late = await givenCard(w, now, { amountMinor: 3_000, person: w.ana.id, later: true })
  const after = '2026-11-10T09:00:00Z'
  await pay(w, { invoiceId: late.invoiceId, amountMinor: 3_000, method: 'cash' }, after)
  expect(await expireGiftCards(w.at(after))).toBe(1)
  expect(await ledgerOf(w, late.id)).toMatchObject({ state: 'live', balance: 3_000 })
  expect(await lastDay(late.id)).toBe('2026-12-10')
})

test('two presses give one new code, and none to a card that is void', async () => {
  const w = await world()
  const card = await givenCard(w, now, { amountMinor: 1_000, person: w.ana.id })
  const seen = card.code.slice(-4)
  const both = await Promise.all([1, 2].map(() => renewCard(asManager(w, now), card.id, { seen })))
  expect(both.toSorted()).toEqual(['changed', 'renewed'])
  expect(await findGiftCard(w.at(now), card.code)).toBeNull()
  const key = newId()
  await voidGiftCard(asManager(w, now), card.id, { key, method: 'cash', reason: 'x' })
  expect(await renewCard(asManager(w, now), card.id, { seen })).toBe('not_found')
  expect(await renewCard(asManager(w, now), 'nobody', { seen })).toBe('not_found')
})

test('a card whose payment was charged back is voided without another refund', async () => {
  const w = await world()
  const card = await givenCard(w, now, { amountMinor: 5_000, person: w.ana.id })
  const bill = await owes(w, w.ben.id, 2_000, now)
  await pay(w, { invoiceId: bill, amountMinor: 2_000, method: 'gift_card', cardId: card.id })
  const asked = { key: newId(), method: 'cash' as const, reason: 'Charged back' }
  expect(await voidGiftCard(asManager(w, now), card.id, asked)).toMatchObject({ reason: 'spent' })
  await w.db.run(sql`UPDATE invoices SET state = 'lost' WHERE id = ${card.invoiceId}`)
  expect(await voidGiftCard(asManager(w, now), card.id, asked)).toEqual({
    ...{ ok: true, creditNote: null },
  })
  expect(await ledgerOf(w, card.id)).toMatchObject({ state: 'void', balance: 0 })
})

/** How the only card stands in the desk's list, in its file and in the buyer's own list. */
async function listed(w: World): Promise<unknown[]> {
  const { cards } = await giftCardsPage(w.at(now), 'open', { page: 1, perPage: 50 })
  const [head, row] = await exportGiftCards(asManager(w, now))
  const viewer = { personId: w.ana.id, name: w.ana.name, email: w.ana.email }
  const own = await myGiftCardsPage(w.asMember(w.ana, now), viewer)
  const [card] = cards.items
  return [
    cardStateWords(card!, '2026-09-01').text,
    row![head!.indexOf('State')],
    own.cards[0]!.state,
  ]
}

test('a card whose payment is disputed pays nothing and is voided without a refund; won, it pays again', async () => {
  const w = await world()
  const card = await givenCard(w, now, { amountMinor: 5_000, person: w.ana.id })
  const pays = async () => (await findGiftCard(w.at(now), card.code))!.paysMinor
  const bill = (state: string) =>
    w.db.run(sql`UPDATE invoices SET state = ${state} WHERE id = ${card.invoiceId}`)
  await bill('disputed')
  expect(await pays()).toBe(0)
  expect(await listed(w)).toEqual(['On hold', 'On hold', 'On hold'])
  await bill('paid')
  expect(await listed(w)).toEqual(['Unspent', 'Unspent', 'Unspent'])
  expect(await pays()).toBe(5_000)
  await bill('disputed')
  const asked = { key: newId(), method: 'cash' as const, reason: 'Disputed' }
  expect(await voidGiftCard(asManager(w, now), card.id, asked)).toEqual({
    ...{ ok: true, creditNote: null },
  })
})

test('a card whose lost invoice is put back pays nothing until it is paid, and can be voided', async () => {
  const w = await world()
  const card = await givenCard(w, now, { amountMinor: 5_000, person: w.ana.id })
  await w.db.run(sql`DELETE FROM allocations WHERE invoice_id = ${card.invoiceId}`)
  await w.db.run(sql`UPDATE invoices SET state = 'lost' WHERE id = ${card.invoiceId}`)
  const desk = asManager(w, now)
  expect(await reopenInvoice(desk, card.invoiceId, 'Owed again')).toEqual({ ok: true })
  expect(await findGiftCard(w.at(now), card.code)).toMatchObject({ paysMinor: 0 })
  const asked = { key: newId(), method: 'cash' as const, reason: 'Never paid' }
  expect(await voidGiftCard(desk, card.id, asked)).toEqual({ ok: true, creditNote: null })
})

test('a card bought with account credit is refunded to the account only', async () => {
  const w = await world()
  await w.db.run(sql`
    INSERT INTO account_entries (studio_id, person_id, amount_minor, cause, created_at)
    VALUES (${w.studio.id}, ${w.ana.id}, 2000, 'gift', ${now})`)
  const card = await givenCard(w, now, { amountMinor: 2_000, person: w.ana.id, later: true })
  await pay(w, { invoiceId: card.invoiceId, amountMinor: 2_000, method: 'credit' })
  const asked = { key: newId(), reason: 'x' }
  expect(
    await voidGiftCard(asManager(w, now), card.id, { ...asked, method: 'cash' }),
  ).toMatchObject({ reason: 'paid_by_credit' })
  expect(
    await voidGiftCard(asManager(w, now), card.id, { ...asked, method: 'credit' }),
  ).toMatchObject({ ok: true })
})

test('the letter of a card that ended is not sent', async () => {
  const w = await world()
  const desk = asManager(w, now)
  const key = newId()
  await beginSale(desk, { key, location: '', person: '' })
  const gift = { ...nobodyInParticular, email: 'maud@example.test', on: '2026-10-01' }
  await addGiftCard(desk, key, { key: newId(), amountMinor: 2_000, gift })
  await sellBasket(desk, {
    ...{ saleId: key, version: 1, tipMinor: 0, evenShort: false, restLater: false },
    typed: { cash: 0, card: 2_000, transfer: 0, credit: 0 },
  })
  await w.db.run(sql`UPDATE gift_cards SET expires_on = '2026-09-15'`)
  expect(await sendGiftCards(w.at('2026-10-01T09:00:00Z'))).toBe(0)
})
