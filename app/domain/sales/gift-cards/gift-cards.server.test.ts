import { sql } from 'drizzle-orm'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { expireGiftCards } from '#app/domain/billing/gift-cards/expire-gift-cards.server.ts'
import { writeOffInvoice } from '#app/domain/billing/invoices/close-invoice.server.ts'
import { refundInvoice } from '#app/domain/billing/invoices/refund-invoice.server.ts'
import { reopenInvoice } from '#app/domain/billing/invoices/reopen-invoice.server.ts'
import { type TakePayment, takePayment } from '#app/domain/billing/invoices/take-payment.server.ts'
import { newId } from '#app/values/id.ts'
import { givenCard, ledgerOf, owes } from '../../../../tests/support/sales/gift-cards.ts'
import { asManager, minuteOf, settleNewest } from '../../../../tests/support/sales/pay-invoices.ts'
import { type World, world } from '../../../../tests/support/world.ts'
import { accountsPage } from '../accounts/accounts-page.server.ts'
import { salesDesk } from '../overview/sales-desk.server.ts'
import { takingsPage } from '../takings-page.server.ts'
import { findGiftCard } from './find-gift-card.server.ts'
import { voidGiftCard } from './void-gift-card.server.ts'

const now = '2026-09-01T10:00:00Z'
const today = { from: '2026-09-01', until: '2026-09-01' }

const pay = (w: World, given: Omit<TakePayment, 'key' | 'note'> & { key?: string }, at = now) =>
  takePayment(asManager(w, at), { key: newId(), note: '', ...given })

test('a card that is sold is owed and no income, until it pays for something', async () => {
  const w = await world()
  const card = await givenCard(w, now, { amountMinor: 5_000, person: w.ana.id })
  expect(await ledgerOf(w, card.id)).toMatchObject({ state: 'live', balance: 5_000 })
  const books = await accountsPage(w.at(now), today)
  expect([books.rows, books.cardsMinor, books.listMinor]).toEqual([[], 5_000, 5_000])
  const { taken } = await salesDesk(w.at(now), today)
  expect(taken).toMatchObject([{ kind: 'gift_cards', method: 'card', minor: 5_000 }])

  const bill = await owes(w, w.ben.id, 1_500, now)
  const cardId = card.id
  const paid = await pay(w, { invoiceId: bill, amountMinor: 1_500, method: 'gift_card', cardId })
  expect(paid).toEqual({ ok: true, leftMinor: 0, out: false })
  expect(await ledgerOf(w, card.id)).toMatchObject({ balance: 3_500 })
  const after = await accountsPage(w.at(now), today)
  expect(after.rows).toMatchObject([{ kind: 'classes', totalMinor: 1_500 }])
  // What came in today is what the card cost, once.
  const { methods } = await takingsPage(w.at(now), today.from)
  expect(methods.map(({ method, inMinor }) => [method, inMinor])).toEqual([
    ['card', 5_000],
    ['gift_card', 1_500],
  ])
  expect((await salesDesk(w.at(now), today)).taken).toMatchObject([{ minor: 5_000 }])
})

test('a card sold for later is worth nothing until it is paid, and nothing once it is written off', async () => {
  const w = await world()
  const card = await givenCard(w, now, { amountMinor: 2_000, person: w.ana.id, later: true })
  expect(await ledgerOf(w, card.id)).toMatchObject({ state: 'unpaid', balance: 0 })
  const bill = await owes(w, w.ben.id, 500, now)
  const asked = { invoiceId: bill, amountMinor: 500, method: 'gift_card', cardId: card.id } as const
  expect(await pay(w, asked)).toEqual({ ok: false, reason: 'not_enough_on_card', mostMinor: 0 })
  const sold = card.invoiceId
  await writeOffInvoice(asManager(w, now), sold, 'Never paid')
  expect(await ledgerOf(w, card.id)).toMatchObject({ state: 'void', balance: 0 })
  await reopenInvoice(asManager(w, now), sold, 'Paid after all')
  await pay(w, { invoiceId: sold, amountMinor: 2_000, method: 'cash' })
  expect(await ledgerOf(w, card.id)).toMatchObject({ state: 'live', balance: 2_000 })
  expect(await pay(w, asked)).toMatchObject({ ok: true })
})

test('a code is found however it is typed, by its hash alone', async () => {
  const w = await world()
  const card = await givenCard(w, now, { amountMinor: 2_000 })
  const typed = ` ${card.code.toLowerCase().replace(/(.{4})/g, '$1-')} `
  expect(await findGiftCard(w.at(now), typed)).toMatchObject({ id: card.id, paysMinor: 2_000 })
  expect(await findGiftCard(w.at(now), `${card.code}2`)).toBeNull()
  expect(await findGiftCard(w.at(now), '')).toBeNull()
  const [row] = await w.db.all<Record<string, string>>(sql`SELECT * FROM gift_cards`)
  expect(Object.values(row!).join(' ')).not.toContain(card.code)
})

test('forty payments at once spend a card once to the penny, and never below nothing', async () => {
  const w = await world()
  const card = await givenCard(w, now, { amountMinor: 5_000 })
  const bills = []
  for (let n = 0; n < 40; n += 1) bills.push(await owes(w, w.ben.id, 700, now))
  const results = await Promise.all(
    bills.map((invoiceId) =>
      pay(w, { invoiceId, amountMinor: 700, method: 'gift_card', cardId: card.id }),
    ),
  )
  expect(results.filter(({ ok }) => ok)).toHaveLength(7)
  expect(results.filter(({ ok }) => !ok).map((one) => 'reason' in one && one.reason)).toEqual(
    Array.from({ length: 33 }, () => 'not_enough_on_card'),
  )
  expect(await ledgerOf(w, card.id)).toMatchObject({ balance: 100, summed: 100 })
  // The same press twenty times is one payment.
  const key = newId()
  const last = await owes(w, w.ben.id, 100, now)
  const same = await Promise.all(
    Array.from({ length: 20 }, () =>
      pay(w, { key, invoiceId: last, amountMinor: 100, method: 'gift_card', cardId: card.id }),
    ),
  )
  expect(same.every(({ ok }) => ok)).toBe(true)
  expect(await ledgerOf(w, card.id)).toMatchObject({ balance: 0, summed: 0 })
})

test('a payment by gift card is refunded to the card, and the rest in money', async () => {
  const w = await world()
  const card = await givenCard(w, now, { amountMinor: 1_000 })
  const invoiceId = await owes(w, w.ben.id, 1_500, now)
  await pay(w, { invoiceId, amountMinor: 1_000, method: 'gift_card', cardId: card.id })
  await pay(w, { invoiceId, amountMinor: 500, method: 'cash' })
  const [line] = await w.db.all<{ id: string }>(sql`
    SELECT id FROM open_items WHERE invoice_id = ${invoiceId}`)
  const back = (method: 'cash' | 'gift_card', amountMinor: number) =>
    refundInvoice(asManager(w, now), {
      key: newId(),
      invoiceId,
      itemId: line!.id,
      amountMinor,
      method,
      reason: 'Ill',
    })
  expect(await back('cash', 600)).toEqual({ ok: false, reason: 'to_gift_card', mostMinor: 500 })
  expect(await back('gift_card', 1_100)).toMatchObject({ reason: 'not_to_gift_card' })
  const both = await Promise.all([back('gift_card', 800), back('gift_card', 800)])
  expect(both.filter(({ ok }) => ok)).toHaveLength(1)
  expect(await ledgerOf(w, card.id)).toMatchObject({ balance: 800 })
  expect(await back('cash', 500)).toMatchObject({ ok: true })
  expect(await back('cash', 200)).toMatchObject({ reason: 'to_gift_card', mostMinor: 0 })
  expect(await back('gift_card', 200)).toMatchObject({ ok: true })
  expect(await ledgerOf(w, card.id)).toMatchObject({ balance: 1_000, summed: 1_000 })
})

test('a gift card is voided whole or not at all, and its line cannot be refunded on its own', async () => {
  const w = await world()
  const card = await givenCard(w, now, { amountMinor: 2_000, person: w.ana.id })
  const [line] = await w.db.all<{ id: string; invoiceId: string }>(sql`
    SELECT id, invoice_id AS invoiceId FROM open_items WHERE id = ${card.id}`)
  const alone = { key: newId(), itemId: line!.id, amountMinor: 500, reason: 'x' }
  expect(
    await refundInvoice(asManager(w, now), {
      ...alone,
      invoiceId: line!.invoiceId,
      method: 'cash',
    }),
  ).toEqual({ ok: false, reason: 'is_gift_card' })
  const asked = { key: newId(), method: 'cash' as const, reason: 'Bought twice' }
  const bill = await owes(w, w.ben.id, 500, now)
  const [voided, paid] = await Promise.all([
    voidGiftCard(asManager(w, now), card.id, asked),
    pay(w, { invoiceId: bill, amountMinor: 500, method: 'gift_card', cardId: card.id }),
  ])
  expect([voided.ok, paid.ok].filter(Boolean)).toHaveLength(1)
  const { balance, summed } = await ledgerOf(w, card.id)
  expect([balance, summed]).toEqual(voided.ok ? [0, 0] : [1_500, 1_500])

  const other = await givenCard(w, now, { amountMinor: 3_000, person: w.ana.id })
  const twice = { ...asked, key: newId() }
  expect(await voidGiftCard(asManager(w, now), other.id, twice)).toMatchObject({ ok: true })
  expect(await voidGiftCard(asManager(w, now), other.id, twice)).toMatchObject({ ok: true })
  expect(await ledgerOf(w, other.id)).toMatchObject({ state: 'void', balance: 0 })
  expect(await voidGiftCard(asManager(w, now), 'nobody', twice)).toMatchObject({
    reason: 'not_found',
  })
  // What is sold is back out of the books.
  const books = await accountsPage(w.at(now), today)
  expect(books.cardsMinor).toBe(voided.ok ? 0 : 2_000)
})

test('the front desk voids no card that costs more than it may refund', async () => {
  const w = await world()
  const card = await givenCard(w, now, { amountMinor: 2_001 })
  const asked = { key: newId(), method: 'cash' as const, reason: 'Mistake' }
  expect(await voidGiftCard(w.asDesk(now), card.id, asked)).toMatchObject({ reason: 'desk_limit' })
  expect(await ledgerOf(w, card.id)).toMatchObject({ state: 'live', balance: 2_001 })
})

test('the balance of a gift card expires once after the last day, and a refund makes the card usable again', async () => {
  const w = await world()
  const card = await givenCard(w, now, { amountMinor: 2_000, months: 3 })
  const invoiceId = await owes(w, w.ben.id, 1_200, now)
  await pay(w, { invoiceId, amountMinor: 1_200, method: 'gift_card', cardId: card.id })
  const lastDay = '2026-12-01T22:00:00Z'
  const after = '2026-12-02T09:00:00Z'
  expect(await expireGiftCards(w.at(lastDay))).toBe(0)
  const late = await owes(w, w.ben.id, 800, after)
  const asked = { invoiceId: late, amountMinor: 800, method: 'gift_card', cardId: card.id } as const
  expect(await pay(w, asked, after)).toMatchObject({ reason: 'not_enough_on_card' })
  expect(await expireGiftCards(w.at(after))).toBe(1)
  expect(await expireGiftCards(w.at(after))).toBe(0)
  expect(await ledgerOf(w, card.id)).toMatchObject({ balance: 0, summed: 0 })
  const [line] = await w.db.all<{ id: string }>(sql`
    SELECT id FROM open_items WHERE invoice_id = ${invoiceId}`)
  await refundInvoice(asManager(w, after), {
    key: newId(),
    invoiceId,
    itemId: line!.id,
    amountMinor: 1_200,
    method: 'gift_card',
    reason: 'The class was called off',
  })
  expect(await expireGiftCards(w.at(after))).toBe(0)
  expect(await pay(w, asked, after)).toMatchObject({ ok: true })
  expect(await ledgerOf(w, card.id)).toMatchObject({ balance: 400 })
})

test('whatever is done with cards, the ledger is the balance, sums are the ledger, and none is below 0', async () => {
  const w = await world()
  const step = fc.record({
    what: fc.constantFrom('sell', 'later', 'pay', 'pay', 'pay', 'refund', 'void', 'settle', 'over'),
    nr: fc.nat(5),
    minor: fc.integer({ min: 1, max: 4_000 }),
  })
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 14 }), async (steps) => {
      const cards: { id: string }[] = []
      const bills: string[] = []
      let at = now
      for (const { what, nr, minor } of steps) {
        const card = cards[nr % Math.max(1, cards.length)]
        const person = nr % 2 ? w.ana.id : w.ben.id
        if (what === 'sell' || what === 'later') {
          const months = nr % 3
          cards.push(
            await givenCard(w, at, { amountMinor: minor, person, months, later: what === 'later' }),
          )
        } else if (what === 'pay' && card) {
          const invoiceId = await owes(w, person, minor, at)
          bills.push(invoiceId)
          const most = nr % 2 ? minor : Math.ceil(minor / 2)
          await pay(w, { invoiceId, amountMinor: most, method: 'gift_card', cardId: card.id }, at)
          await settleNewest(w, { ...w.ben, id: person }, at, 'cash')
        } else if (what === 'refund' && bills.length > 0) {
          const invoiceId = bills[nr % bills.length]!
          const [line] = await w.db.all<{ id: string }>(sql`
            SELECT id FROM open_items WHERE invoice_id = ${invoiceId}`)
          await refundInvoice(asManager(w, at), {
            key: newId(),
            invoiceId,
            itemId: line!.id,
            amountMinor: minor,
            method: nr % 2 ? 'gift_card' : 'cash',
            reason: 'Any',
          })
        } else if (what === 'void' && card) {
          const key = newId()
          await voidGiftCard(asManager(w, at), card.id, { key, method: 'cash', reason: 'Any' })
        } else if (what === 'settle') {
          await minuteOf(w, at)
        } else if (what === 'over') {
          at = `2026-${String(Math.min(12, Number(at.slice(5, 7)) + 1)).padStart(2, '0')}-03T10:00:00Z`
          await expireGiftCards(w.at(at))
        }
      }
      const rows = await w.db.all<{ balance: number; summed: number; paid: number }>(sql`
        SELECT card.balance_minor AS balance, coalesce((SELECT sum(entry.amount_minor)
            FROM gift_card_entries AS entry WHERE entry.card_id = card.id), 0) AS summed,
          coalesce((SELECT sum(payment.amount_minor) FROM gift_card_entries AS entry
            JOIN payments AS payment ON payment.id = entry.payment_id
            WHERE entry.card_id = card.id), 0) + coalesce((SELECT sum(entry.amount_minor)
            FROM gift_card_entries AS entry
            WHERE entry.card_id = card.id AND entry.payment_id IS NOT NULL), 0) AS paid
        FROM gift_cards AS card WHERE card.studio_id = ${w.studio.id}`)
      for (const { balance, summed, paid } of rows) {
        expect(balance).toBe(summed)
        expect(balance).toBeGreaterThanOrEqual(0)
        expect(paid).toBe(0)
      }
      const [sums] = await w.db.all<{ minor: number; entries: number; n: number }>(sql`
        SELECT coalesce(sum(minor), 0) AS minor, coalesce(sum(entries), 0) AS entries,
          (SELECT count(*) FROM gift_card_entries WHERE studio_id = ${w.studio.id}) AS n
        FROM gift_card_sums WHERE studio_id = ${w.studio.id}`)
      expect(sums!.minor).toBe(rows.reduce((all, { balance }) => all + balance, 0))
      expect(sums!.entries).toBe(sums!.n)
    }),
    { numRuns: 12 },
  )
}, 120_000)
