/** What a purchase under way keeps of a gift card, for whom, and until when. */
import { type SQL, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { expireGiftCards } from '#app/domain/billing/gift-cards/expire-gift-cards.server.ts'
import { hashSecretToken } from '#app/domain/identity/secrets/secret-tokens.server.ts'
import { newId, randomCharacters } from '#app/values/id.ts'
import { givenCard, ledgerOf } from '../../../../tests/support/sales/gift-cards.ts'
import { type StripeStandIn, startStripe } from '../../../../tests/support/stripe/stand-in.ts'
import { payingStudio } from '../../../../tests/support/stripe/studio.ts'
import { type Person, type World, world } from '../../../../tests/support/world.ts'
import { beginCheckout, confirmCheckout } from './begin-checkout.server.ts'
import { carryOutCheckout } from './carry-out-checkout.server.ts'
import type { Buyer } from './checkout-rows.server.ts'
import { checkoutStatusPage } from './checkout-status-page.server.ts'
import { confirmPage } from './confirm-page.server.ts'
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

const member = ({ id, email, name }: Person): Buyer => ({
  ...{ kind: 'member', personId: id, email, name },
})
const stranger = (name: string): Buyer => ({
  ...{ kind: 'stranger', name, email: `${name.toLowerCase()}@example.test`, phone: '' },
})

/** A pack of five classes for £50.00. */
async function packOf(w: World): Promise<string> {
  const id = newId()
  await w.db.run(sql`INSERT INTO packages (id, studio_id, name, version, credits, valid_days,
      price_minor, currency) VALUES (${id}, ${w.studio.id}, 'Five', 1, 5, 60, 5000, 'GBP')`)
  return id
}

type Press = {
  method?: 'online' | 'desk'
  gift: { code: string; shownMinor: number }
  key?: string
  at?: string
  /** The key of what the same browser began before. */
  begunKey?: string
}

const key = () => randomCharacters(24)

function buy(w: World, buyer: Buyer, packageId: string, press: Press) {
  const { method = 'online', gift, key: own = key(), at = now, begunKey = null } = press
  const choice = { occurrenceId: null, packageId, planId: null, coupon: '' }
  const pressed = { key: own, method, shownMinor: 5_000, gift, begunKey }
  const back = { doneUrl: () => 'https://cadence.test/done' }
  return beginCheckout(w.at(at), paying(w, at), buyer, choice, pressed, back)
}

const attemptsOf = (w: World) =>
  w.db.all<{ id: string; state: string; page: string; minor: number }>(sql`
    SELECT id, state, page_url AS page, amount_minor AS minor FROM payment_attempts
    WHERE studio_id = ${w.studio.id} ORDER BY rowid`)

const alive = async (w: World) =>
  (await attemptsOf(w)).filter(({ state }) => state === 'requires_action')

/** Nobody paid on the pages that are open, and the job ended them. */
const endPages = (w: World) => attemptsAre(w, sql`state = 'cancelled'`)

const attemptsAre = (w: World, how: SQL) =>
  w.db.run(sql`UPDATE payment_attempts SET ${how}
    WHERE studio_id = ${w.studio.id} AND state NOT IN ('cancelled', 'failed')`)

const billsOf = ({ db, studio }: World) =>
  db.all<{ total: number; paid: number }>(sql`
    SELECT bill.total_minor AS total, coalesce((SELECT sum(part.amount_minor) FROM allocations AS part
      WHERE part.studio_id = bill.studio_id AND part.invoice_id = bill.id), 0) AS paid
    FROM invoices AS bill
    WHERE bill.studio_id = ${studio.id} AND bill.kind = 'invoice' AND bill.id NOT LIKE 'till-%'
    ORDER BY bill.number`)

const lotsOf = (w: World, packageId: string) =>
  w.db.all<{ unpaid: number }>(sql`
    SELECT unpaid FROM lots WHERE studio_id = ${w.studio.id} AND package_id = ${packageId}`)

const lettersOf = (w: World, kind: string) =>
  w.db.all<{ text: string }>(sql`
    SELECT text FROM outbox WHERE studio_id = ${w.studio.id} AND kind = ${kind}`)

test('a purchase whose minutes are over gets the card again where no other one keeps it, or buys nothing', async () => {
  const w = await connected(now)
  const packageId = await packOf(w)
  const card = await givenCard(w, now, { amountMinor: 4_900 })
  const gift = { code: card.code, shownMinor: 4_900 }
  const people = ['Ruth', 'Tom', 'Uma'].map(stranger)
  const keys = people.map(key)
  const press = (who: number, at: string) =>
    buy(w, people[who]!, packageId, { gift, key: keys[who]!, at })
  expect(await press(0, now)).toEqual({ ok: true, next: 'pay' })
  await endPages(w)
  expect(await press(1, '2026-06-02T10:32:00Z')).toEqual({ ok: true, next: 'pay' })
  expect(await press(0, '2026-06-02T10:40:00Z')).toMatchObject({
    ...{ ok: false, reason: 'gift', found: { ok: false, reason: 'card_kept' } },
  })
  expect(await alive(w)).toHaveLength(1)
  await endPages(w)
  // Two that were begun before and one that begins, in the same moment.
  const at = '2026-06-02T11:04:00Z'
  const results = await Promise.all([press(0, at), press(1, at), press(2, at)])
  expect(results.filter(({ ok }) => ok)).toHaveLength(1)
  const pages = await alive(w)
  expect(pages).toHaveLength(1)
  await stripe.payOn(pages[0]!.page, good)
  await settleAttempt(paying(w, at), pages[0]!.id)
  expect(await billsOf(w)).toEqual([{ total: 5_000, paid: 5_000 }])
  expect(await ledgerOf(w, card.id)).toMatchObject({ balance: 0, summed: 0 })
  // It was had: the others have nothing to get again.
  const later = '2026-06-02T12:00:00Z'
  const again = await Promise.all([press(0, later), press(1, later), press(2, later)])
  expect(again.filter(({ ok }) => ok)).toEqual([{ ok: true, next: 'done' }])
  expect(await billsOf(w)).toHaveLength(1)
})

test('a payment that is on its way keeps the card past the minutes of its purchase', async () => {
  const w = await connected(now)
  const packageId = await packOf(w)
  const card = await givenCard(w, now, { amountMinor: 2_000 })
  const gift = { code: card.code, shownMinor: 2_000 }
  await buy(w, member(w.ana), packageId, { gift })
  const ask = (at = '2026-06-04T10:00:00Z') =>
    giftForCheckout(w.at(at), card.code, { personIds: [], totalMinor: 5_000 })
  const kept = { ok: false, reason: 'card_kept' }
  expect(await ask()).toEqual(kept)
  await attemptsAre(w, sql`state = 'processing'`)
  expect(await ask()).toEqual(kept)
  await attemptsAre(w, sql`state = 'succeeded'`)
  expect(await ask()).toEqual(kept)
  await attemptsAre(w, sql`state = 'failed'`)
  expect(await ask()).toMatchObject({ ok: true, minor: 2_000 })
})

test('a pack that a card pays in part waits, without an account, until the rest is paid online', async () => {
  const w = await connected(now)
  const packageId = await packOf(w)
  const card = await givenCard(w, now, { amountMinor: 2_000 })
  const own = key()
  const gift = { code: card.code, shownMinor: 2_000 }
  await buy(w, stranger('Ruth'), packageId, { gift, key: own })
  const [page] = await alive(w)
  await stripe.payOn(page!.page, good)
  const [bought] = await w.db.all<{ id: string }>(sql`
    SELECT id FROM checkouts WHERE studio_id = ${w.studio.id}`)
  // Cut off between giving it and booking its money.
  await carryOutCheckout(w.at(now), bought!.id)
  expect(await lotsOf(w, packageId)).toEqual([{ unpaid: 1 }])
  await settleAttempt(paying(w, now), page!.id)
  expect(await billsOf(w)).toEqual([{ total: 5_000, paid: 5_000 }])
  expect(await lotsOf(w, packageId)).toEqual([{ unpaid: 0 }])
})

test('what a card lacks by then leaves the pack of somebody without an account waiting', async () => {
  const w = await connected(now)
  const packageId = await packOf(w)
  const card = await givenCard(w, now, { amountMinor: 4_900 })
  await buy(w, stranger('Ruth'), packageId, { gift: { code: card.code, shownMinor: 4_900 } })
  const [page] = await alive(w)
  await w.db.run(sql`UPDATE gift_cards SET balance_minor = 0 WHERE id = ${card.id}`)
  await stripe.payOn(page!.page, good)
  await settleAttempt(paying(w, now), page!.id)
  expect(await billsOf(w)).toEqual([{ total: 5_000, paid: 100 }])
  expect(await lotsOf(w, packageId)).toEqual([{ unpaid: 1 }])
})

test('a buyer who chooses another way has the card of what they began before, whose page ends', async () => {
  const w = await connected(now)
  const packageId = await packOf(w)
  const buyers = [member(w.ana), stranger('Ruth')]
  for (const buyer of buyers) {
    const card = await givenCard(w, now, { amountMinor: 2_000 })
    const gift = { code: card.code, shownMinor: 2_000 }
    const [first, second] = [key(), key()]
    await buy(w, buyer, packageId, { gift, key: first })
    const [old] = await alive(w)
    // Somebody else neither sees it free nor gets it.
    expect(await buy(w, member(w.ben), packageId, { gift })).toMatchObject({ reason: 'gift' })
    const yours = buyer.kind === 'member' ? { memberId: buyer.personId } : { begunKey: first }
    expect(
      await giftForCheckout(w.at(now), card.code, { personIds: [], totalMinor: 5_000, yours }),
    ).toMatchObject({ ok: true, minor: 2_000 })
    const pressed = { gift, key: second, begunKey: first }
    expect(await buy(w, buyer, packageId, pressed)).toEqual({ ok: true, next: 'pay' })
    expect(await stripe.payOn(old!.page, good)).not.toMatchObject({ status: 303 })
    expect(await checkoutStatusPage(w.at(now), paying(w, now), null, first)).toMatchObject({
      state: 'over',
    })
    // The first press again gets it back only where the second lets it go, and it doesn't.
    const other = await buy(w, stranger('Tom'), packageId, { gift, key: first })
    expect(other).toMatchObject({ reason: 'gift' })
    const pages = await alive(w)
    expect(pages).toHaveLength(1)
    await stripe.payOn(pages[0]!.page, good)
    await settleAttempt(paying(w, now), pages[0]!.id)
    expect((await ledgerOf(w, card.id)).balance).toBe(0)
  }
  expect(await billsOf(w)).toEqual([
    { total: 5_000, paid: 5_000 },
    { total: 5_000, paid: 5_000 },
  ])
})

test('what its buyer has paid does not give the card up', async () => {
  const w = await connected(now)
  const packageId = await packOf(w)
  const card = await givenCard(w, now, { amountMinor: 2_000 })
  const gift = { code: card.code, shownMinor: 2_000 }
  await buy(w, member(w.ana), packageId, { gift })
  const [page] = await alive(w)
  await stripe.payOn(page!.page, good)
  expect(await buy(w, member(w.ana), packageId, { gift })).toMatchObject({
    ...{ ok: false, reason: 'gift', found: { reason: 'card_kept' } },
  })
  await settleAttempt(paying(w, now), page!.id)
  expect(await billsOf(w)).toEqual([{ total: 5_000, paid: 5_000 }])
})

test('of many purchases that one buyer begins with a card at once, one can be paid', async () => {
  const w = await connected(now)
  const packageId = await packOf(w)
  const card = await givenCard(w, now, { amountMinor: 4_900 })
  const gift = { code: card.code, shownMinor: 4_900 }
  await Promise.all([0, 1, 2, 3].map(() => buy(w, member(w.ana), packageId, { gift })))
  const pages = await alive(w)
  expect(pages.length).toBeLessThanOrEqual(1)
  const [keeps] = await w.db.all<{ n: number }>(sql`
    SELECT count(*) AS n FROM checkouts
    WHERE studio_id = ${w.studio.id} AND state = 'open' AND expires_at >= ${now}`)
  expect(keeps?.n).toBe(1)
})

test('what a card was to pay is paid on a day whose takings are closed, and after its last day', async () => {
  const w = await connected(now)
  const packageId = await packOf(w)
  const card = await givenCard(w, now, { amountMinor: 2_000 })
  await w.db.run(sql`UPDATE gift_cards SET expires_on = '2026-06-02' WHERE id = ${card.id}`)
  await buy(w, member(w.ana), packageId, { gift: { code: card.code, shownMinor: 2_000 } })
  const [page] = await alive(w)
  await stripe.payOn(page!.page, good)
  const later = '2026-06-04T20:00:00Z'
  await w.db.run(sql`
    INSERT INTO closed_tills (studio_id, day, closed_at, closed_by, cash_minor, counted_minor)
    VALUES (${w.studio.id}, '2026-06-04', ${later}, 'Mia', 0, 0)`)
  // The job that ends cards leaves what is kept.
  expect(await expireGiftCards(w.at(later))).toBe(0)
  await settleAttempt(paying(w, later), page!.id)
  expect(await billsOf(w)).toEqual([{ total: 5_000, paid: 5_000 }])
  expect(await ledgerOf(w, card.id)).toMatchObject({ balance: 0, summed: 0 })
  const taken = await w.db.all<{ day: string }>(sql`
    SELECT taken_on AS day FROM payments
    WHERE studio_id = ${w.studio.id} AND method = 'gift_card'`)
  expect(taken).toEqual([{ day: '2026-06-05' }])
})

test('a card whose last day is over ends once nothing that is under way keeps it', async () => {
  const w = await connected(now)
  const packageId = await packOf(w)
  const card = await givenCard(w, now, { amountMinor: 2_000 })
  await w.db.run(sql`UPDATE gift_cards SET expires_on = '2026-06-02' WHERE id = ${card.id}`)
  const own = key()
  const gift = { code: card.code, shownMinor: 2_000 }
  await buy(w, member(w.ana), packageId, { gift, key: own })
  const later = '2026-06-04T10:00:00Z'
  expect(await expireGiftCards(w.at(later))).toBe(0)
  await endPages(w)
  const again = await buy(w, member(w.ana), packageId, { gift, key: own, at: later })
  expect(again).toMatchObject({ reason: 'gift', found: { reason: 'card_pays_nothing' } })
  expect(await expireGiftCards(w.at(later))).toBe(1)
})

test('the page of the letter’s link says what is left to pay, before and after the press', async () => {
  const w = await connected(now)
  const packageId = await packOf(w)
  const card = await givenCard(w, now, { amountMinor: 2_000 })
  const gift = { code: card.code, shownMinor: 2_000 }
  await buy(w, stranger('Ruth'), packageId, { gift, method: 'desk' })
  const [letter] = await lettersOf(w, 'checkout-proof')
  const token = /checkout\/confirm\/(\w{24})/.exec(letter!.text)?.[1] ?? ''
  expect(await confirmPage(w.at(now), null, token)).toMatchObject({ left: '£30.00', waits: true })
  expect(await confirmCheckout(w.at(now), token)).toMatchObject({ ok: true })
  expect(await confirmPage(w.at(now), null, token)).toMatchObject({ left: '£30.00', waits: true })
  await w.db.run(sql`UPDATE open_items SET state = 'settled', paid_minor = amount_minor
    WHERE studio_id = ${w.studio.id} AND state = 'open'`)
  expect(await confirmPage(w.at(now), null, token)).toMatchObject({ left: null, waits: false })
})

test('the letter of a class says what is left to pay at the desk, also where the card lacks it by then', async () => {
  const sentence = async (method: 'online' | 'desk', giftMinor: number, spent: number) => {
    const w = method === 'online' ? await connected(now) : await world()
    await w.db.run(sql`UPDATE class_types SET drop_in_minor = 1500
      WHERE studio_id = ${w.studio.id}`)
    const occurrenceId = await w.givenClass({ localStart: '2026-06-05T18:30', discipline: 'yoga' })
    const card = await givenCard(w, now, { amountMinor: giftMinor })
    const gift = { code: card.code, shownMinor: giftMinor }
    const own = key()
    const begun = await beginCheckout(
      w.at(now),
      method === 'online' ? paying(w, now) : null,
      member(w.cleo),
      { occurrenceId, packageId: null, planId: null, coupon: '' },
      { key: own, method, shownMinor: 1_500, gift },
      { doneUrl: () => 'https://cadence.test/done' },
    )
    expect(begun.ok).toBe(true)
    if (method === 'online') {
      await w.db.run(sql`UPDATE gift_cards SET balance_minor = balance_minor - ${spent}
        WHERE id = ${card.id}`)
      const [page] = await alive(w)
      await stripe.payOn(page!.page, good)
      await settleAttempt(paying(w, now), page!.id)
    }
    const [kept] = await w.db.all<{ state: string }>(sql`
      SELECT state FROM checkouts WHERE token_hash = ${hashSecretToken(own)}`)
    expect(kept?.state).toBe('done')
    const letters = await lettersOf(w, 'booking-booked')
    expect(letters).toHaveLength(1)
    return letters[0]!.text
  }
  expect(await sentence('desk', 500, 0)).toContain('£10.00 to pay at the desk when you come.')
  expect(await sentence('online', 500, 0)).toContain('£15.00 is paid.')
  expect(await sentence('online', 500, 400)).toContain('£4.00 to pay at the desk when you come.')
  expect(await sentence('desk', 1_500, 0)).toContain('£15.00 is paid.')
})
