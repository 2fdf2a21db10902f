import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { confirmOrder } from '#app/domain/events/confirm-order.server.ts'
import {
  checkAccount,
  connectAccount,
} from '#app/domain/payments/accounts/connect-account.server.ts'
import type { PaymentContext } from '#app/domain/payments/payment-context.ts'
import { stripeProvider } from '#app/domain/payments/stripe/stripe-provider.server.ts'
import { beforeEvent, givenEvent, hold, statesOf } from '../../../../tests/support/events.ts'
import { type StripeStandIn, startStripe } from '../../../../tests/support/stripe/stand-in.ts'
import { type World, world } from '../../../../tests/support/world.ts'
import { orderPayment, payOrderOnline } from './pay-order.server.ts'

const good = '4242 4242 4242 4242'

let stripe: StripeStandIn
beforeAll(async () => {
  stripe = await startStripe()
})
afterAll(() => stripe.close())

const paying = (w: World, at = beforeEvent): PaymentContext => ({
  ...w.at(at),
  nowMs: Date.now(),
  provider: stripeProvider({
    secretKey: stripe.secretKey,
    webhookSecret: stripe.webhookSecret,
    apiUrl: stripe.url,
  }),
})

async function connected(): Promise<World> {
  const w = await world()
  const ctx = { ...paying(w), actor: w.asDesk(beforeEvent).actor }
  const urls = { doneUrl: 'https://cadence.test/done', againUrl: 'https://cadence.test/again' }
  const connect = await connectAccount(ctx, w.directory, urls)
  if (!connect.ok) throw new Error('The stand-in is away')
  await fetch(connect.url, { method: 'POST', redirect: 'manual' })
  await checkAccount(ctx)
  return w
}

async function held(w: World) {
  const event = await givenEvent(w, { capacity: 20, holdMinutes: 15 })
  const order = await hold(w, event, { name: 'Own Address', ownAddress: true, count: 2 })
  if (!order.ok || order.token === null) throw new Error('It was to be held')
  const token = order.token
  const begin = (at = beforeEvent) =>
    payOrderOnline(paying(w, at), token, { doneUrl: () => `https://cadence.test/t/${token}` })
  const look = (at = beforeEvent) => orderPayment(paying(w, at), paying(w, at), token)
  return { event, token, begin, look }
}

const moneyOf = async (w: World) => ({
  invoices: await w.db.all<{ state: string; totalMinor: number }>(sql`
    SELECT state, total_minor AS totalMinor FROM invoices WHERE studio_id = ${w.studio.id}`),
  credit: (
    await w.db.all<{ minor: number }>(sql`
      SELECT coalesce(sum(amount_minor), 0) AS minor FROM account_entries
      WHERE studio_id = ${w.studio.id}`)
  )[0]!.minor,
})

test('tickets are paid by a buyer without an account, held all the while, and confirmed once it is paid', async () => {
  const w = await connected()
  const { event, begin, look } = await held(w)
  const [first, second] = await Promise.all([begin(), begin()])
  expect(first).toEqual(second)
  // Longer than the minutes of the order, since the provider's page stands longer.
  const later = '2026-12-01T10:30:00Z'
  const { view } = await look(later)
  expect(view?.kind).toBe('pay')
  await stripe.payOn(view?.page?.url ?? '', good)
  const seen = await Promise.all([look(later), look(later), look(later)])
  expect(seen.map((one) => one.view?.kind)).toEqual(['done', 'done', 'done'])
  expect(await statesOf(w, event.id)).toEqual({ valid: 2 })
  const { invoices, credit } = await moneyOf(w)
  expect(invoices.map(({ state }) => state)).toEqual(['paid'])
  expect(credit).toBe(0)
  expect(await begin(later)).toEqual({ ok: false, reason: 'not_there' })
})

test('an order whose places are gone when the money comes leaves it as account credit', async () => {
  const w = await connected()
  const { event, begin, look } = await held(w)
  await begin()
  const { view } = await look()
  await stripe.payOn(view?.page?.url ?? '', good)
  const tooLate = '2026-12-01T10:41:00Z'
  await look(tooLate)
  expect(await statesOf(w, event.id)).not.toHaveProperty('valid')
  const { invoices, credit } = await moneyOf(w)
  expect(invoices).toEqual([])
  expect(credit).toBeGreaterThan(0)
})

test('an order to be paid at the door is not paid online as well', async () => {
  const w = await connected()
  const { token, begin } = await held(w)
  await confirmOrder(w.at(beforeEvent), token, { pays: 'door', personId: null })
  expect(await begin()).toEqual({ ok: false, reason: 'not_there' })
})
