import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { newId } from '#app/values/id.ts'
import { givenCard, ledgerOf, owes } from '../../../../tests/support/sales/gift-cards.ts'
import { type Person, type World, world } from '../../../../tests/support/world.ts'
import { payOwnInvoice } from './pay-own-invoice.server.ts'

const now = '2026-09-01T10:00:00Z'

const pay = (w: World, person: Person, invoiceId: string, code: string, key = newId()) =>
  payOwnInvoice(w.asMember(person, now), invoiceId, { key, by: 'gift_card', code })

test('a member pays an invoice by the code of a card, once a press, and the rest stays on it', async () => {
  const w = await world()
  const card = await givenCard(w, now, { amountMinor: 5_000, person: w.ana.id })
  const bill = await owes(w, w.ben.id, 1_500, now)
  const key = newId()
  const pressed = await Promise.all([
    pay(w, w.ben, bill, card.code, key),
    pay(w, w.ben, bill, card.code, key),
  ])
  expect(pressed.map(({ ok }) => ok)).toEqual([true, true])
  expect(await pay(w, w.ben, bill, card.code, key)).toEqual({ ok: true, leftMinor: 0 })
  expect(await ledgerOf(w, card.id)).toMatchObject({ balance: 3_500 })
  expect(await pay(w, w.ben, bill, card.code)).toEqual({ ok: false, reason: 'nothing_open' })
})

test('a card with too little pays what it has, and then nothing', async () => {
  const w = await world()
  await givenCard(w, now, { amountMinor: 9_000 })
  const card = await givenCard(w, now, { amountMinor: 1_000 })
  const bill = await owes(w, w.ben.id, 1_500, now)
  expect(await pay(w, w.ben, bill, card.code)).toEqual({ ok: true, leftMinor: 500 })
  expect(await pay(w, w.ben, bill, card.code)).toEqual({ ok: false, reason: 'card_pays_nothing' })
  expect(await pay(w, w.ben, bill, 'WRONGWRONGWRONG2')).toEqual({
    ok: false,
    reason: 'no_such_card',
  })
})

test('an invoice of somebody else is not found, and a short code brought over pays for its holder alone', async () => {
  const w = await world()
  const card = await givenCard(w, now, { amountMinor: 5_000, person: w.ana.id })
  const bill = await owes(w, w.ben.id, 1_500, now)
  expect(await pay(w, w.ana, bill, card.code)).toEqual({ ok: false, reason: 'not_found' })
  await w.db.run(sql`UPDATE gift_cards SET source = 'import' WHERE id = ${card.id}`)
  expect(await pay(w, w.ben, bill, card.code)).toEqual({ ok: false, reason: 'no_such_card' })
  const own = await owes(w, w.ana.id, 1_500, now)
  expect(await pay(w, w.ana, own, card.code)).toEqual({ ok: true, leftMinor: 0 })
})

test('account credit pays as much of an invoice as there is, once', async () => {
  const w = await world()
  const bill = await owes(w, w.ben.id, 1_500, now)
  const by = (key = newId()) =>
    payOwnInvoice(w.asMember(w.ben, now), bill, { key, by: 'credit', code: '' })
  expect(await by()).toEqual({ ok: false, reason: 'no_credit' })
  await w.db.run(sql`INSERT INTO account_entries (studio_id, person_id, amount_minor, cause, reason,
    created_at) VALUES (${w.studio.id}, ${w.ben.id}, 1000, 'given', '', ${now})`)
  expect(await by()).toEqual({ ok: true, leftMinor: 500 })
  expect(await by()).toEqual({ ok: false, reason: 'no_credit' })
})
