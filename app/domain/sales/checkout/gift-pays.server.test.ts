/** A gift card that pays for what is bought online. */
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId, randomCharacters } from '#app/values/id.ts'
import { givenCard, ledgerOf } from '../../../../tests/support/sales/gift-cards.ts'
import { type StripeStandIn, startStripe } from '../../../../tests/support/stripe/stand-in.ts'
import { payingStudio } from '../../../../tests/support/stripe/studio.ts'
import { type Person, type World, world } from '../../../../tests/support/world.ts'
import { type BeginCheckoutResult, beginCheckout } from './begin-checkout.server.ts'
import type { Buyer } from './checkout-rows.server.ts'
import { checkoutStatusPage } from './checkout-status-page.server.ts'
import { giftForCheckout } from './gift-pays.server.ts'
import { settleAttempt } from './settle-attempt.server.ts'

const now = '2026-06-02T10:00:00Z'
const good = '4242 4242 4242 4242'

let stripe: StripeStandIn
const { connected, paying } = payingStudio(() => stripe)
beforeAll(async () => {
  stripe = await startStripe()
})
afterAll(() => stripe.close())

const back = { doneUrl: () => 'https://cadence.test/done' }
const none = { occurrenceId: null, packageId: null, planId: null, coupon: '' }
const member = ({ id, email, name }: Person): Buyer => ({
  kind: 'member',
  personId: id,
  email,
  name,
})
const ruth: Buyer = { kind: 'stranger', name: 'Ruth', email: 'ruth@example.test', phone: '' }

/** A pack of five classes for £50.00. */
async function packOf(w: World): Promise<string> {
  const id = newId()
  await w.db.run(sql`INSERT INTO packages (id, studio_id, name, version, credits, valid_days,
      price_minor, currency) VALUES (${id}, ${w.studio.id}, 'Five', 1, 5, 60, 5000, 'GBP')`)
  return id
}

type Press = {
  method?: 'online' | 'desk'
  gift?: { code: string; shownMinor: number }
  key?: string
}

const buy = (
  w: World,
  buyer: Buyer,
  packageId: string,
  { method = 'desk', gift, key = randomCharacters(24) }: Press,
  at = now,
): Promise<BeginCheckoutResult> =>
  beginCheckout(
    w.at(at),
    method === 'online' ? paying(w, at) : null,
    buyer,
    { ...none, packageId },
    { key, method, shownMinor: 5_000, gift: gift ?? null },
    back,
  )

const invoicesOf = ({ db, studio }: World) =>
  db.all<{ total: number; paid: number; card: number }>(sql`
    SELECT bill.total_minor AS total,
      coalesce((SELECT sum(part.amount_minor) FROM allocations AS part
        WHERE part.studio_id = bill.studio_id AND part.invoice_id = bill.id), 0) AS paid,
      coalesce((SELECT sum(part.amount_minor) FROM allocations AS part
        JOIN payments AS payment ON payment.id = part.payment_id AND payment.method = 'gift_card'
        WHERE part.studio_id = bill.studio_id AND part.invoice_id = bill.id), 0) AS card
    FROM invoices AS bill
    WHERE bill.studio_id = ${studio.id} AND bill.kind = 'invoice' AND bill.id NOT LIKE 'till-%'
    ORDER BY bill.number`)

test('a card that has enough pays a purchase whole, at once and once a press', async () => {
  const w = await world()
  const packageId = await packOf(w)
  const card = await givenCard(w, now, { amountMinor: 8_000 })
  const press = { key: randomCharacters(24), gift: { code: card.code, shownMinor: 5_000 } }
  const presses = Array.from({ length: 6 }, () => buy(w, member(w.ana), packageId, press))
  const done = { ok: true, next: 'done' }
  expect(await Promise.all(presses)).toEqual(presses.map(() => done))
  expect(await invoicesOf(w)).toEqual([{ total: 5_000, paid: 5_000, card: 5_000 }])
  expect(await ledgerOf(w, card.id)).toMatchObject({ balance: 3_000, summed: 3_000 })
  const page = await checkoutStatusPage(w.at(now), null, null, press.key)
  expect(page).toMatchObject({ state: 'done', paid: true, invoice: { gift: '−£50.00' } })
})

test('a stranger who pays in full by gift card gets the purchase at once, without an email to confirm', async () => {
  const w = await world()
  const packageId = await packOf(w)
  const card = await givenCard(w, now, { amountMinor: 5_000 })
  const gift = { code: card.code, shownMinor: 5_000 }
  expect(await buy(w, ruth, packageId, { gift })).toEqual({ ok: true, next: 'done' })
  expect(await invoicesOf(w)).toEqual([{ total: 5_000, paid: 5_000, card: 5_000 }])
  const lots = await w.db.all<{ unpaid: number }>(sql`
    SELECT unpaid FROM lots WHERE studio_id = ${w.studio.id} AND package_id = ${packageId}`)
  expect(lots).toEqual([{ unpaid: 0 }])
})

test('what a card lacks is paid online, and the card is charged only once that is paid', async () => {
  const w = await connected(now)
  const packageId = await packOf(w)
  const card = await givenCard(w, now, { amountMinor: 2_000 })
  const press = { key: randomCharacters(24), gift: { code: card.code, shownMinor: 2_000 } }
  const begun = await buy(w, member(w.ana), packageId, { ...press, method: 'online' })
  expect(begun).toEqual({ ok: true, next: 'pay' })
  expect(await ledgerOf(w, card.id)).toMatchObject({ balance: 2_000 })
  const [attempt] = await w.db.all<{ id: string; amount: number; page: string }>(sql`
    SELECT id, amount_minor AS amount, page_url AS page FROM payment_attempts
    WHERE studio_id = ${w.studio.id}`)
  expect(attempt?.amount).toBe(3_000)
  await stripe.payOn(attempt!.page, good)
  for (let i = 0; i < 3; i += 1) await settleAttempt(paying(w, now), attempt!.id)
  expect(await invoicesOf(w)).toEqual([{ total: 5_000, paid: 5_000, card: 2_000 }])
  expect(await ledgerOf(w, card.id)).toMatchObject({ balance: 0, summed: 0 })
})

test('what a card lacks is owed at the desk', async () => {
  const w = await world()
  const packageId = await packOf(w)
  const card = await givenCard(w, now, { amountMinor: 2_000 })
  const key = randomCharacters(24)
  const gift = { code: card.code, shownMinor: 2_000 }
  expect(await buy(w, member(w.ana), packageId, { key, gift })).toEqual({ ok: true, next: 'done' })
  expect(await invoicesOf(w)).toEqual([{ total: 5_000, paid: 2_000, card: 2_000 }])
  expect(await checkoutStatusPage(w.at(now), null, null, key)).toMatchObject({
    ...{ paid: false, amount: '£30.00' },
  })
})

test('of many who spend one card in the same moment one does, and the others buy nothing', async () => {
  const w = await world()
  const packageId = await packOf(w)
  const card = await givenCard(w, now, { amountMinor: 5_000 })
  const gift = { code: card.code, shownMinor: 5_000 }
  const people = [w.ana, w.ben, w.cleo]
  const results = await Promise.all(
    [...people, ...people].map((person) => buy(w, member(person), packageId, { gift })),
  )
  expect(results.filter(({ ok }) => ok)).toHaveLength(1)
  for (const one of results)
    if (!one.ok) expect(one).toMatchObject({ reason: 'gift', found: { ok: false } })
  expect(await invoicesOf(w)).toEqual([{ total: 5_000, paid: 5_000, card: 5_000 }])
  expect(await ledgerOf(w, card.id)).toMatchObject({ balance: 0, summed: 0 })
})

test('a purchase that is being paid keeps what it takes of the card, until its minutes are over', async () => {
  const w = await connected(now)
  const packageId = await packOf(w)
  const card = await givenCard(w, now, { amountMinor: 2_000 })
  const gift = { code: card.code, shownMinor: 2_000 }
  await buy(w, member(w.ana), packageId, { method: 'online', gift })
  const ask = (at: string) =>
    giftForCheckout(w.at(at), card.code, { personIds: [], totalMinor: 5_000 })
  expect(await ask(now)).toEqual({ ok: false, reason: 'card_kept' })
  expect(await buy(w, member(w.ben), packageId, { gift })).toMatchObject({ reason: 'gift' })
  // Its page is over, too.
  await w.db.run(sql`UPDATE payment_attempts SET state = 'cancelled'
    WHERE studio_id = ${w.studio.id}`)
  expect(await ask('2026-06-02T10:32:00Z')).toMatchObject({ ok: true, minor: 2_000 })
})

test('a code that was not looked at, a wrong one and one of a file that is somebody else’s buy nothing', async () => {
  const w = await world()
  const packageId = await packOf(w)
  const card = await givenCard(w, now, { amountMinor: 2_000, person: w.ben.id })
  const asked = (gift: Press['gift']) => buy(w, member(w.ana), packageId, gift ? { gift } : {})
  expect(await asked({ code: card.code, shownMinor: 0 })).toMatchObject({
    ...{ reason: 'gift', found: { ok: true, minor: 2_000 } },
  })
  expect(await asked({ code: 'WRONGWRONGWRONG2', shownMinor: 2_000 })).toMatchObject({
    ...{ reason: 'gift', found: { ok: false, reason: 'no_such_card' } },
  })
  await w.db.run(sql`UPDATE gift_cards SET source = 'import' WHERE id = ${card.id}`)
  expect(await asked({ code: card.code, shownMinor: 2_000 })).toMatchObject({
    ...{ found: { reason: 'no_such_card' } },
  })
  expect(await invoicesOf(w)).toEqual([])
})

test('a card spent elsewhere meanwhile leaves the rest of the bill open, and never goes below nothing', async () => {
  let seed = 7
  const random = (most: number) => {
    seed = (seed * 48_271) % 2_147_483_647
    return seed % most
  }
  const w = await connected(now)
  const packageId = await packOf(w)
  for (let i = 0; i < 12; i += 1) {
    const amountMinor = 500 + random(7_000)
    const card = await givenCard(w, now, { amountMinor })
    const minor = Math.min(5_000, amountMinor)
    const key = randomCharacters(24)
    const method = minor < 5_000 && random(2) === 0 ? 'online' : 'desk'
    const before = await invoicesOf(w)
    await w.db.run(sql`UPDATE invoices SET state = 'void' WHERE studio_id = ${w.studio.id}
      AND id NOT LIKE 'till-%' AND state = 'open'`)
    const begun = await buy(w, member(w.ana), packageId, {
      ...{ key, method, gift: { code: card.code, shownMinor: minor } },
    })
    expect(begun.ok).toBe(true)
    if (method === 'online') {
      // Somebody uses a part of the card at the desk while its buyer pays.
      const used = random(amountMinor)
      await w.db.run(sql`UPDATE gift_cards SET balance_minor = balance_minor - ${used}
        WHERE id = ${card.id}`)
      const [attempt] = await w.db.all<{ id: string; page: string }>(sql`
        SELECT id, page_url AS page FROM payment_attempts WHERE studio_id = ${w.studio.id}
        ORDER BY created_at DESC, rowid DESC LIMIT 1`)
      await stripe.payOn(attempt!.page, good)
      await settleAttempt(paying(w, now), attempt!.id)
    }
    const bill = (await invoicesOf(w)).at(-1)!
    expect(await invoicesOf(w)).toHaveLength(before.length + 1)
    expect(bill.total).toBe(5_000)
    expect(bill.paid).toBeLessThanOrEqual(5_000)
    expect(bill.card).toBeLessThanOrEqual(minor)
    if (method === 'online') expect(bill.paid - bill.card).toBe(5_000 - minor)
    expect((await ledgerOf(w, card.id)).balance).toBeGreaterThanOrEqual(0)
  }
})
