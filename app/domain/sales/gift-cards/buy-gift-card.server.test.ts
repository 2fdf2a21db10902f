import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  checkAccount,
  connectAccount,
} from '#app/domain/payments/accounts/connect-account.server.ts'
import type { PaymentContext } from '#app/domain/payments/payment-context.ts'
import { stripeProvider } from '#app/domain/payments/stripe/stripe-provider.server.ts'
import { randomCharacters } from '#app/values/id.ts'
import { asManager } from '../../../../tests/support/sales/pay-invoices.ts'
import { type StripeStandIn, startStripe } from '../../../../tests/support/stripe/stand-in.ts'
import { type World, world } from '../../../../tests/support/world.ts'
import { confirmCheckout } from '../checkout/begin-checkout.server.ts'
import type { Buyer } from '../checkout/checkout-rows.server.ts'
import { checkoutStatusPage } from '../checkout/checkout-status-page.server.ts'
import { buyGiftCard } from './buy-gift-card.server.ts'
import { getGiftCardSettings, saveGiftCardSettings } from './gift-card-settings.server.ts'
import { buyGiftForm } from './gift-to-buy.ts'
import { sendGiftCards } from './send-gift-cards.server.ts'
import { voidGiftCard } from './void-gift-card.server.ts'

const now = '2026-06-02T10:00:00Z'

let stripe: StripeStandIn
beforeAll(async () => {
  stripe = await startStripe()
})
afterAll(() => stripe.close())

const paying = (w: World, at = now): PaymentContext => ({
  ...w.at(at),
  nowMs: Date.parse(at),
  provider: stripeProvider({
    secretKey: stripe.secretKey,
    webhookSecret: stripe.webhookSecret,
    apiUrl: stripe.url,
  }),
})

async function connected(): Promise<World> {
  const w = await world()
  const ctx = { ...paying(w), actor: w.asDesk(now).actor }
  const urls = { doneUrl: 'https://cadence.test/done', againUrl: 'https://cadence.test/again' }
  const connect = await connectAccount(ctx, w.directory, urls)
  if (!connect.ok) throw new Error('The stand-in is away')
  await fetch(connect.url, { method: 'POST', redirect: 'manual' })
  await checkAccount(ctx)
  return w
}

const ruth: Buyer = {
  kind: 'stranger',
  name: 'Ruth Okafor',
  email: 'ruth@example.test',
  phone: '',
}
const forMaud = {
  amountMinor: 5_000,
  to: 'Maud',
  from: 'Ruth',
  email: 'maud@example.test',
  message: 'Happy birthday',
  on: '',
}

async function buy(
  w: World,
  buyer: Buyer,
  { gift = forMaud, method = 'online' as 'online' | 'desk', key = randomCharacters(24) } = {},
) {
  const ctx = { ...paying(w), nowMs: Date.now() }
  const begun = await buyGiftCard(
    ctx,
    ctx,
    buyer,
    gift,
    { key, method },
    {
      doneUrl: () => `https://cadence.test/checkout/${key}`,
    },
  )
  const page = await checkoutStatusPage(ctx, ctx, null, key)
  return { begun, key, url: page?.view?.page?.url ?? '' }
}

const cardsOf = (w: World) =>
  w.db.all<{ id: string; state: string; balance: number; email: string; source: string }>(sql`
    SELECT id, state, balance_minor AS balance, recipient_email AS email, source FROM gift_cards
    WHERE studio_id = ${w.studio.id}`)

const lettersTo = (w: World, to: string) =>
  w.db.all<{ text: string }>(sql`
    SELECT text FROM outbox WHERE studio_id = ${w.studio.id} AND kind = 'gift-card'
      AND recipient = ${to}`)

test('a stranger’s gift card is worth nothing until it is paid, then goes to whom it is for, once', async () => {
  const w = await connected()
  const { begun, key, url } = await buy(w, ruth)
  expect(begun).toEqual({ ok: true, next: 'pay' })
  expect(await cardsOf(w)).toEqual([])
  await stripe.payOn(url, '4242 4242 4242 4242')
  const look = () => checkoutStatusPage(paying(w), paying(w), null, key)
  const seen = await Promise.all([look(), look(), look()])
  expect(seen.map((page) => page?.state)).toEqual(['done', 'done', 'done'])
  const [card, ...more] = await cardsOf(w)
  expect(more).toEqual([])
  expect(card).toMatchObject({ state: 'live', balance: 5_000, source: 'online' })
  const after = await look()
  expect(after?.gift).toMatchObject({ name: 'Gift card for Maud, £50.00' })
  expect(after?.gift?.href).toMatch(/gift-cards\/\w{24}$/)
  await sendGiftCards(w.at(now))
  await sendGiftCards(w.at(now))
  expect(await lettersTo(w, 'maud@example.test')).toHaveLength(1)
  // For whom it is, the card alone still knows.
  const [kept] = await w.db.all<{ gift: string }>(sql`SELECT gift FROM checkouts`)
  expect(kept!.gift).not.toContain('Maud')
})

test('the same press twice is one gift card, also for a member who pays at the desk', async () => {
  const w = await connected()
  const key = randomCharacters(24)
  const cleo: Buyer = {
    kind: 'member',
    personId: w.cleo.id,
    email: w.cleo.email,
    name: w.cleo.name,
  }
  const gift = { ...forMaud, email: '' }
  const first = await buy(w, cleo, { gift, method: 'desk', key })
  const again = await buy(w, cleo, { gift, method: 'desk', key })
  expect([first.begun, again.begun]).toEqual([
    { ok: true, next: 'done' },
    { ok: true, next: 'done' },
  ])
  const cards = await cardsOf(w)
  // Nobody's address was given: it goes to who buys it, once it is paid.
  expect(cards).toMatchObject([{ state: 'unpaid', balance: 0, email: w.cleo.email }])
  await sendGiftCards(w.at(now))
  expect(await lettersTo(w, w.cleo.email)).toEqual([])
})

test('a stranger who pays at the desk presses a link first, and gets an invoice and an unpaid card', async () => {
  const w = await connected()
  const { begun } = await buy(w, ruth, { method: 'desk' })
  expect(begun).toEqual({ ok: true, next: 'mail' })
  expect(await cardsOf(w)).toEqual([])
  const [letter] = await w.db.all<{ text: string }>(sql`
    SELECT text FROM outbox WHERE studio_id = ${w.studio.id} AND kind = 'checkout-proof'`)
  const token = letter!.text.match(/confirm\/(\w{24})/)![1]!
  expect(await confirmCheckout(w.at(now), token)).toMatchObject({ ok: true })
  expect(await cardsOf(w)).toMatchObject([{ state: 'unpaid' }])
})

test('a card bought online is refunded to the card that paid it when it is voided', async () => {
  const w = await connected()
  const { key, url } = await buy(w, ruth)
  await stripe.payOn(url, '4242 4242 4242 4242')
  await checkoutStatusPage(paying(w), paying(w), null, key)
  const [card] = await cardsOf(w)
  const desk = asManager(w, now)
  const voided = await voidGiftCard(desk, card!.id, {
    key: randomCharacters(24),
    method: 'cash',
    reason: 'Bought twice',
  })
  expect(voided).toMatchObject({ ok: true })
  expect(await cardsOf(w)).toMatchObject([{ state: 'void', balance: 0 }])
})

test('a studio that sells none online refuses, and an amount or day out of bounds is said at its field', async () => {
  const w = await connected()
  const desk = asManager(w, now)
  const settings = await getGiftCardSettings(desk)
  await saveGiftCardSettings(desk, { ...settings, online: false })
  expect((await buy(w, ruth)).begun).toEqual({ ok: false, reason: 'not_found' })
  const form = buyGiftForm({ currency: 'GBP', locale: 'en-GB' }, '2026-06-02', false)
  const typed = { key: randomCharacters(24), method: 'online' }
  const fails = (more: object) =>
    form.safeParse({ ...typed, ...more }).error?.issues.map(({ path }) => path.join()) ?? []
  expect(fails({ amount: '4.99' })).toEqual(['amount'])
  expect(fails({ amount: '1000.01' })).toEqual(['amount'])
  expect(fails({ amount: '50', on: '2026-06-01' })).toEqual(['on'])
  expect(fails({ amount: '50', on: '2028-06-01' })).toEqual(['on'])
  expect(fails({ amount: '50', on: '2026-06-02' })).toEqual([])
})
