import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { batch } from '#app/db/batch.server.ts'
import { openInvoices } from '#app/domain/billing/invoices/open-invoices.server.ts'
import { takePayment } from '#app/domain/billing/invoices/take-payment.server.ts'
import { openItemStatement } from '#app/domain/billing/open-items.server.ts'
import { closeTill } from '#app/domain/billing/takings/close-till.server.ts'
import { enrolPerson } from '#app/domain/courses/enrolments/enrol-person.server.ts'
import {
  checkAccount,
  connectAccount,
} from '#app/domain/payments/accounts/connect-account.server.ts'
import type { PaymentContext } from '#app/domain/payments/payment-context.ts'
import { stripeProvider } from '#app/domain/payments/stripe/stripe-provider.server.ts'
import { newId } from '#app/values/id.ts'
import { givenCourse } from '../../../../tests/support/courses.ts'
import { type StripeStandIn, startStripe } from '../../../../tests/support/stripe/stand-in.ts'
import { type Person, type World, world } from '../../../../tests/support/world.ts'
import { keepCard, payChargeOnline, payInvoiceOnline } from './pay-online.server.ts'
import { settleAttempt } from './settle-attempt.server.ts'

const now = '2026-06-02T10:00:00Z'
const good = '4242 4242 4242 4242'

let stripe: StripeStandIn
beforeAll(async () => {
  stripe = await startStripe()
})
afterAll(() => stripe.close())
beforeEach(() => {
  stripe.charges.length = 0
  stripe.down = false
})

const provider = () =>
  stripeProvider({
    secretKey: stripe.secretKey,
    webhookSecret: stripe.webhookSecret,
    apiUrl: stripe.url,
  })
const paying = (w: World, at = now): PaymentContext => ({
  ...w.at(at),
  nowMs: Date.now(),
  provider: provider(),
})
const payer = ({ id, email, name }: Person) => ({ personId: id, email, name })
const back = { doneUrl: (id: string) => `https://cadence.test/pay/${id}` }

/** A studio whose account with the provider is open for business. */
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

/** An open invoice of a person; answers its id. */
async function invoiceOf(w: World, person: Person, amountMinor = 7_500): Promise<string> {
  await batch(w.db, {
    item: openItemStatement(w.at(now), {
      personId: person.id,
      kind: 'drop_in',
      subjectId: newId(),
      amountMinor,
      working: 'Drop-in: Yin yoga',
      dedupeKey: newId(),
    }),
  })
  await openInvoices(w.at('2026-06-02T11:00:00Z'))
  const [row] = await w.db.all<{ id: string }>(sql`
    SELECT id FROM invoices WHERE studio_id = ${w.studio.id} AND person_id = ${person.id}
    ORDER BY number DESC`)
  return row!.id
}

async function begun(w: World, begin: Promise<{ ok: boolean; attemptId?: string }>) {
  const { attemptId = '' } = await begin
  const [row] = await w.db.all<{ url: string }>(sql`
    SELECT page_url AS url FROM payment_attempts WHERE id = ${attemptId}`)
  return { attemptId, url: row?.url ?? '' }
}

const bookedOf = async (w: World, person: Person) => ({
  payments: await w.db.all<{ amountMinor: number; method: string; takenOn: string }>(sql`
    SELECT amount_minor AS amountMinor, method, taken_on AS takenOn FROM payments
    WHERE studio_id = ${w.studio.id} AND person_id = ${person.id} ORDER BY taken_at`),
  credit: (
    await w.db.all<{ minor: number }>(sql`
      SELECT coalesce(sum(amount_minor), 0) AS minor FROM account_entries
      WHERE studio_id = ${w.studio.id} AND person_id = ${person.id}`)
  )[0]!.minor,
})

const stateOf = async (w: World, invoiceId: string) =>
  (
    await w.db.all<{ state: string }>(sql`
      SELECT state FROM invoices WHERE studio_id = ${w.studio.id} AND id = ${invoiceId}`)
  )[0]!.state

test('an invoice paid on the provider’s page is paid once, however often we are told', async () => {
  const w = await connected()
  const invoiceId = await invoiceOf(w, w.cleo)
  const { attemptId, url } = await begun(
    w,
    payInvoiceOnline(paying(w), payer(w.cleo), invoiceId, back),
  )
  expect(await settleAttempt(paying(w), attemptId)).toMatchObject({
    attempt: { state: 'requires_action' },
  })
  expect((await stripe.payOn(url, good)).location).toBe(`https://cadence.test/pay/${attemptId}`)
  const told = await Promise.all(
    Array.from({ length: 8 }, (_, i) =>
      settleAttempt(paying(w), attemptId, { id: `evt_${attemptId}_${i % 2}`, kind: 'x' }),
    ),
  )
  expect(told.map((one) => one.ok && one.attempt.state)).toEqual(Array(8).fill('succeeded'))
  expect(await bookedOf(w, w.cleo)).toEqual({
    payments: [{ amountMinor: 7_500, method: 'online', takenOn: '2026-06-02' }],
    credit: 0,
  })
  expect(await stateOf(w, invoiceId)).toBe('paid')
})

test('a second tab gets the same page, and two at once pay once', async () => {
  const w = await connected()
  const invoiceId = await invoiceOf(w, w.cleo)
  const all = await Promise.all(
    Array.from({ length: 5 }, () => payInvoiceOnline(paying(w), payer(w.cleo), invoiceId, back)),
  )
  const ids = new Set(all.map((one) => (one.ok ? one.attemptId : one.reason)))
  expect(ids.size).toBe(1)
})

test('an invoice the desk took payment for meanwhile leaves the money as account credit', async () => {
  const w = await connected()
  const invoiceId = await invoiceOf(w, w.cleo)
  const { attemptId, url } = await begun(
    w,
    payInvoiceOnline(paying(w), payer(w.cleo), invoiceId, back),
  )
  const cash = { key: newId(), invoiceId, amountMinor: 5_000, method: 'cash', note: '' } as const
  await takePayment(w.asDesk(now), cash)
  await stripe.payOn(url, good)
  await settleAttempt(paying(w), attemptId)
  expect(await stateOf(w, invoiceId)).toBe('paid')
  expect((await bookedOf(w, w.cleo)).credit).toBe(5_000)
})

test('a page begun over another amount ends before the next one is opened', async () => {
  const w = await connected()
  const invoiceId = await invoiceOf(w, w.cleo)
  const first = await begun(w, payInvoiceOnline(paying(w), payer(w.cleo), invoiceId, back))
  const cash = { key: newId(), invoiceId, amountMinor: 5_000, method: 'cash', note: '' } as const
  await takePayment(w.asDesk(now), cash)
  const second = await begun(w, payInvoiceOnline(paying(w), payer(w.cleo), invoiceId, back))
  expect(second.attemptId).not.toBe(first.attemptId)
  expect((await stripe.payOn(first.url, good)).status).toBe(410)
  await stripe.payOn(second.url, good)
  await settleAttempt(paying(w), second.attemptId)
  expect(stripe.charges.map(({ amount }) => amount)).toEqual([2_500])
  expect(await stateOf(w, invoiceId)).toBe('paid')
})

test('a refused card leaves the page open for another', async () => {
  const w = await connected()
  const invoiceId = await invoiceOf(w, w.cleo)
  const { attemptId, url } = await begun(
    w,
    payInvoiceOnline(paying(w), payer(w.cleo), invoiceId, back),
  )
  expect((await stripe.payOn(url, '4000 0000 0000 9995')).status).toBe(402)
  expect(await settleAttempt(paying(w), attemptId)).toMatchObject({
    attempt: { state: 'requires_action', code: 'insufficient_funds' },
  })
  await stripe.payOn(url, good)
  await settleAttempt(paying(w), attemptId)
  expect(await stateOf(w, invoiceId)).toBe('paid')
})

test('a debit counts when it arrives, and one that fails days later leaves the invoice open', async () => {
  const w = await connected()
  for (const [code, state] of [
    ['insufficient_funds', 'open'],
    [undefined, 'paid'],
  ] as const) {
    const invoiceId = await invoiceOf(w, w.cleo)
    const { attemptId, url } = await begun(
      w,
      payInvoiceOnline(paying(w), payer(w.cleo), invoiceId, back),
    )
    await stripe.payOn(url, 'debit')
    expect(await settleAttempt(paying(w), attemptId)).toMatchObject({
      attempt: { state: 'processing' },
    })
    await stripe.settleDebits(code)
    await settleAttempt(paying(w), attemptId)
    expect(await stateOf(w, invoiceId)).toBe(state)
  }
})

test('a payment on a day whose takings are closed counts with the next day', async () => {
  const w = await connected()
  const invoiceId = await invoiceOf(w, w.cleo)
  const { attemptId, url } = await begun(
    w,
    payInvoiceOnline(paying(w), payer(w.cleo), invoiceId, back),
  )
  await stripe.payOn(url, good)
  await closeTill(w.asDesk(now), {
    day: '2026-06-02',
    cashMinor: 0,
    countedMinor: 0,
    note: '',
  })
  await settleAttempt(paying(w), attemptId)
  expect((await bookedOf(w, w.cleo)).payments).toMatchObject([{ takenOn: '2026-06-03' }])
})

test('a card is kept without a payment, and a provider that is away loses nothing', async () => {
  const w = await connected()
  const { attemptId, url } = await begun(w, keepCard(paying(w), payer(w.cleo), back))
  await stripe.payOn(url, good)
  stripe.down = true
  expect(await settleAttempt(paying(w), attemptId)).toEqual({ ok: false, reason: 'provider_away' })
  stripe.down = false
  await settleAttempt(paying(w), attemptId)
  expect(
    await w.db.all(sql`
      SELECT brand, last4 FROM payment_methods
      WHERE studio_id = ${w.studio.id} AND person_id = ${w.cleo.id}`),
  ).toEqual([{ brand: 'visa', last4: '4242' }])
  expect((await bookedOf(w, w.cleo)).payments).toEqual([])
})

test('an enrolment is paid at once: its invoice is opened then, for its payer alone', async () => {
  const w = await connected()
  const course = await givenCourse(w)
  const enrolled = await enrolPerson(
    w.asMember(w.cleo, '2026-12-10T09:00:00Z'),
    course.id,
    w.cleo.id,
  )
  if (!enrolled.ok) throw new Error(enrolled.reason)
  const at = paying(w, '2026-12-10T09:00:01Z')
  const pay = (person: Person, subjectId = enrolled.enrolmentId) =>
    payChargeOnline(at, payer(person), subjectId, back)
  expect(await pay(w.ana)).toEqual({ ok: false, reason: 'not_there' })
  const twice = await Promise.all([pay(w.cleo), pay(w.cleo)])
  expect(twice[0]).toEqual(twice[1])
  const { attemptId, url } = await begun(w, pay(w.cleo))
  await stripe.payOn(url, good)
  await settleAttempt(at, attemptId)
  expect((await bookedOf(w, w.cleo)).payments).toMatchObject([{ amountMinor: 9_000 }])
  expect(await pay(w.cleo)).toEqual({ ok: false, reason: 'not_there' })
})

test('an amount that Stripe refuses is refused with a sentence and leaves no open payment', async () => {
  const w = await connected()
  const invoiceId = await invoiceOf(w, w.cleo, 20)
  const pay = () => payInvoiceOnline(paying(w), payer(w.cleo), invoiceId, back)
  expect(await pay()).toEqual({ ok: false, reason: 'not_taken' })
  expect(await pay()).toEqual({ ok: false, reason: 'not_taken' })
  const alive = await w.db.all(sql`
    SELECT 1 FROM payment_attempts WHERE studio_id = ${w.studio.id} AND state <> 'cancelled'`)
  expect(alive).toEqual([])
})

test('a payment whose page was never opened starts again once Stripe would no longer open it', async () => {
  const w = await connected()
  const invoiceId = await invoiceOf(w, w.cleo)
  const pay = () => payInvoiceOnline(paying(w), payer(w.cleo), invoiceId, back)
  stripe.down = true
  expect(await pay()).toEqual({ ok: false, reason: 'provider_away' })
  stripe.down = false
  const soon = new Date(Date.now() + 20 * 60_000).toISOString().replace(/\..*/, 'Z')
  await w.db.run(sql`
    UPDATE payment_attempts SET expires_at = ${soon} WHERE studio_id = ${w.studio.id}`)
  expect(await pay()).toMatchObject({ ok: true })
  const attempts = await w.db.all<{ state: string }>(sql`
    SELECT state FROM payment_attempts WHERE studio_id = ${w.studio.id} ORDER BY rowid`)
  expect(attempts.map(({ state }) => state)).toEqual(['cancelled', 'requires_action'])
})
