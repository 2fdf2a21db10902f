import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { adjustCredits } from '#app/domain/entitlements/adjust-credits.server.ts'
import type { PaymentContext } from '#app/domain/payments/payment-context.ts'
import { newId } from '#app/values/id.ts'
import { addMinutes } from '#app/values/instant.ts'
import { type StripeStandIn, startStripe } from '../../../../tests/support/stripe/stand-in.ts'
import { card, payingStudio } from '../../../../tests/support/stripe/studio.ts'
import type { World } from '../../../../tests/support/world.ts'
import { settlePayments } from '../checkout/settle-payments.server.ts'
import { sellPackage } from '../sell/sell-package.server.ts'
import { runTopUps } from './run-top-ups.server.ts'
import { saveTopUp } from './save-top-up.server.ts'

let stripe: StripeStandIn
beforeAll(async () => {
  stripe = await startStripe()
})
afterAll(() => stripe.close())
beforeEach(() => {
  stripe.charges.length = 0
  stripe.outcomes.clear()
  stripe.down = false
})
const { paying, connected, keeps } = payingStudio(() => stripe)

const bought = '2026-06-02T10:00:00Z'
const used = '2026-06-09T10:00:00Z'
const dayLater = addMinutes(used, 24 * 60 + 1)

/** A member with a pack of ten who has it bought again when it is used up. */
async function agreed(number: string = card.good, left = 0) {
  const w = await connected(bought)
  const [person] = await w.givenPeople(['Nia Lowe'])
  await keeps(w, person!, number, bought)
  const key = newId()
  const startsOn = bought.slice(0, 10)
  const sale = { key, packageId: w.ids.tenPack, startsOn, method: 'cash' as const, note: '' }
  expect(await sellPackage(w.asDesk(bought), person!.id, sale)).toMatchObject({ ok: true })
  const turn = (on: 'on' | 'off', version: number, at = bought) =>
    saveTopUp(w.asMember(person!, at), { packageId: w.ids.tenPack, version, turn: on, left })
  expect(await turn('on', 0)).toEqual({ ok: true })
  const use = (credits: number) =>
    adjustCredits(w.asDesk(used), person!.id, {
      lotId: key,
      amount: -credits,
      key: newId(),
      reason: 'Used',
    })
  return { w, person: person!, use, turn }
}

const lots = (w: World) =>
  w.db.all<{ id: string }>(sql`SELECT id FROM lots WHERE studio_id = ${w.studio.id}`)
const state = async (w: World) =>
  (
    await w.db.all<{ state: string; reason: string }>(sql`SELECT state, reason FROM pack_top_ups
      WHERE studio_id = ${w.studio.id}`)
  )[0]!
const letters = async (w: World) =>
  (
    await w.db.all<{ subject: string }>(sql`
      SELECT subject FROM outbox WHERE studio_id = ${w.studio.id} AND kind = 'pack-top-up'
      ORDER BY id`)
  ).map(({ subject }) => subject)

test('a pack that is used up is bought again a day after its owner was told, once', async () => {
  const { w, use } = await agreed()
  const before = (await lots(w)).length
  await use(9)
  expect(await runTopUps(paying(w, used))).toBe(0)
  await use(1)
  await Promise.all([runTopUps(paying(w, used)), runTopUps(paying(w, used))])
  expect(await state(w)).toMatchObject({ state: 'told' })
  expect(await letters(w)).toHaveLength(1)
  // Nothing is charged before the day is over.
  await runTopUps(paying(w, addMinutes(used, 60)))
  expect(stripe.charges).toEqual([])
  await Promise.all([runTopUps(paying(w, dayLater)), runTopUps(paying(w, dayLater))])
  await runTopUps(paying(w, dayLater))
  expect(stripe.charges).toHaveLength(1)
  expect(await lots(w)).toHaveLength(before + 1)
  expect(await state(w)).toMatchObject({ state: 'on' })
  expect((await letters(w)).filter((subject) => subject.startsWith('You have a new'))).toHaveLength(
    1,
  )
  const [invoice] = await w.db.all<{ state: string }>(sql`
    SELECT state FROM invoices WHERE studio_id = ${w.studio.id} ORDER BY number DESC LIMIT 1`)
  expect(invoice).toEqual({ state: 'paid' })
})

test('a refused card gives no pack and stops it until its owner turns it on again', async () => {
  const { w, use, turn } = await agreed(card.wantsConfirming)
  const before = (await lots(w)).length
  await use(10)
  await runTopUps(paying(w, used))
  await runTopUps(paying(w, dayLater))
  expect(await lots(w)).toHaveLength(before)
  expect(await state(w)).toMatchObject({ state: 'stopped' })
  await runTopUps(paying(w, addMinutes(dayLater, 24 * 60)))
  expect((await letters(w)).filter((subject) => subject.includes('not bought'))).toHaveLength(1)
  expect(await turn('on', 1, dayLater)).toEqual({ ok: true })
  expect(await state(w)).toMatchObject({ state: 'on', reason: '' })
})

test('killed between the charge and its answer, it is taken up again and charged once', async () => {
  const { w, use } = await agreed()
  const before = (await lots(w)).length
  await use(10)
  await runTopUps(paying(w, used))
  const ctx = paying(w, dayLater)
  const killed: PaymentContext = {
    ...ctx,
    provider: {
      ...ctx.provider,
      charge: async (...asked) => {
        await ctx.provider.charge(...asked)
        throw new Error('killed')
      },
    },
  }
  await expect(runTopUps(killed)).rejects.toThrow('killed')
  const later = addMinutes(dayLater, 5)
  await settlePayments(paying(w, later))
  await Promise.all([runTopUps(paying(w, later)), runTopUps(paying(w, later))])
  await runTopUps(paying(w, later))
  expect(stripe.charges).toHaveLength(1)
  expect(await lots(w)).toHaveLength(before + 1)
  expect(await state(w)).toMatchObject({ state: 'on' })
})

test('turned off after the letter, or with classes back, nothing is charged', async () => {
  const off = await agreed()
  await off.use(10)
  await runTopUps(paying(off.w, used))
  expect(await off.turn('off', 1, used)).toEqual({ ok: true })
  await runTopUps(paying(off.w, dayLater))
  const back = await agreed()
  await back.use(10)
  await runTopUps(paying(back.w, used))
  await back.use(-2)
  await runTopUps(paying(back.w, dayLater))
  expect(await state(back.w)).toMatchObject({ state: 'on' })
  expect(stripe.charges).toEqual([])
})

test('turned off after the letter and on again, its owner is told again before the one charge', async () => {
  const { w, use, turn } = await agreed()
  await use(10)
  await runTopUps(paying(w, used))
  expect(await turn('off', 1, used)).toEqual({ ok: true })
  expect(await turn('on', 2, dayLater)).toEqual({ ok: true })
  await runTopUps(paying(w, dayLater))
  expect(await letters(w)).toHaveLength(2)
  expect(stripe.charges).toEqual([])
  await runTopUps(paying(w, addMinutes(dayLater, 24 * 60 + 1)))
  expect(stripe.charges).toHaveLength(1)
})

test('classes that came back and are used too are told of again', async () => {
  const { w, use } = await agreed()
  await use(10)
  await runTopUps(paying(w, used))
  await use(-1)
  await runTopUps(paying(w, dayLater))
  await use(1)
  await runTopUps(paying(w, addMinutes(dayLater, 60)))
  expect(await state(w)).toMatchObject({ state: 'told' })
  expect(await letters(w)).toHaveLength(2)
})

test('somebody without an address is not told, so nothing is charged', async () => {
  const { w, person, use } = await agreed()
  await w.db.run(sql`UPDATE people SET email = '' WHERE id = ${person.id}`)
  await use(10)
  await runTopUps(paying(w, used))
  await runTopUps(paying(w, dayLater))
  expect(await state(w)).toMatchObject({ state: 'on' })
  expect(stripe.charges).toEqual([])
})

test('a pack with a fixed last day is neither agreed to nor charged', async () => {
  const { w, use, turn } = await agreed()
  await w.db.run(sql`UPDATE packages SET fixed_until = '2026-06-10' WHERE id = ${w.ids.tenPack}`)
  await use(10)
  await runTopUps(paying(w, used))
  expect(await state(w)).toMatchObject({ state: 'stopped', reason: 'not_sold' })
  expect(await turn('on', 1, used)).toEqual({ ok: false, reason: 'not_found' })
})

test('another price than was agreed to is never charged', async () => {
  const { w, use } = await agreed()
  await use(10)
  await runTopUps(paying(w, used))
  await w.db.run(sql`UPDATE packages SET archived_at = ${used} WHERE id = ${w.ids.tenPack}`)
  await runTopUps(paying(w, dayLater))
  expect(stripe.charges).toEqual([])
  expect(await state(w)).toMatchObject({ state: 'stopped', reason: 'not_sold' })
})

test('without a card nothing is agreed to, and a pack never bought is not found', async () => {
  const w = await connected(bought)
  const [person] = await w.givenPeople(['Oto Lunn'])
  const ctx = w.asMember(person!, bought)
  const wanted = { packageId: w.ids.tenPack, version: 0, turn: 'on' as const, left: 0 }
  expect(await saveTopUp(ctx, wanted)).toEqual({ ok: false, reason: 'no_card' })
  await keeps(w, person!, card.good, bought)
  expect(await saveTopUp(ctx, wanted)).toEqual({ ok: false, reason: 'not_found' })
})

test('a pack is not bought again for somebody whose account was closed', async () => {
  const { w, person, use } = await agreed()
  await use(10)
  expect(await runTopUps(paying(w, used))).toBe(1)
  await w.db.run(sql`UPDATE people SET user_id = NULL WHERE id = ${person.id}`)
  await runTopUps(paying(w, dayLater))
  expect(stripe.charges).toEqual([])
  expect((await state(w)).state).toBe('stopped')
})
