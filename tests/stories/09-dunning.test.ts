import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { bookClass } from '#app/domain/bookings/booking/book-class.server.ts'
import { payInvoiceOnline } from '#app/domain/sales/checkout/pay-online.server.ts'
import { settleAttempt } from '#app/domain/sales/checkout/settle-attempt.server.ts'
import { chargeDue } from '#app/domain/sales/collecting/charge-due.server.ts'
import { openPayLink } from '#app/domain/sales/collecting/pay-links.server.ts'
import { retryNow } from '#app/domain/sales/collecting/retry-now.server.ts'
import { runSteps } from '#app/domain/sales/collecting/run-steps.server.ts'
import { billMemberships } from '#app/domain/sales/memberships/bill-memberships.server.ts'
import type { Instant } from '#app/values/instant.ts'
import { keepTasks } from '#functions/jobs/keep-tasks.ts'
import { givenPlan, sellPlan } from '../support/sales/memberships.ts'
import { type StripeStandIn, startStripe } from '../support/stripe/stand-in.ts'
import { card, payingStudio } from '../support/stripe/studio.ts'
import type { Person, World } from '../support/world.ts'

let stripe: StripeStandIn
beforeAll(async () => {
  stripe = await startStripe()
})
afterAll(() => stripe.close())
beforeEach(() => {
  stripe.charges.length = 0
  stripe.outcomes.clear()
})
const { paying, connected, keeps } = payingStudio(() => stripe)

/** What the jobs of a minute do. */
async function jobsAt(w: World, now: Instant) {
  await billMemberships(w.at(now))
  await chargeDue(paying(w, now))
  await runSteps(w.at(now))
  await keepTasks(w.at(now))
}

async function unlimitedFrom(w: World, person: Person, number: string) {
  await w.db.run(sql`DELETE FROM memberships WHERE studio_id = ${w.studio.id}`)
  const planId = await givenPlan(w, { name: 'Every class', priceMinor: 7_500 })
  await keeps(w, person, number, '2027-02-01T09:00:00Z')
  return sellPlan(w, person, planId, { now: '2027-02-01T10:00:00Z' })
}

const one = async <Row>(w: World, query: ReturnType<typeof sql>) => (await w.db.all<Row>(query))[0]!
const membership = (w: World, id: string) =>
  one<{ state: string; nextBillOn: string }>(
    w,
    sql`SELECT state, next_bill_on AS nextBillOn FROM memberships WHERE id = ${id}`,
  )
const steps = (w: World) =>
  w.db.all(sql`
    SELECT kind, due_on AS dueOn, state, code FROM collection_steps
    WHERE studio_id = ${w.studio.id} ORDER BY due_on, kind`)
const letters = async (w: World) =>
  (
    await w.db.all<{ subject: string }>(sql`
      SELECT subject FROM outbox WHERE studio_id = ${w.studio.id} AND kind = 'payment-failed'
      ORDER BY rowid`)
  ).map(({ subject }) => subject)

test('9: £75 due 1 March fails: retries on 2, 4 and 8 March, booking until the end of the 4th, suspended on the 8th, paid once on the 9th', async () => {
  const w = await connected('2027-01-25T10:00:00Z')
  const { ana } = w
  const id = await unlimitedFrom(w, ana, card.empty)
  const classes = await Promise.all(
    ['20', '21', '22', '23'].map((day) =>
      w.givenClass({ localStart: `2027-03-${day}T18:00`, at: '2027-02-15T10:00:00Z' }),
    ),
  )
  const book = (at: number, now: Instant) => bookClass(w.asMember(ana, now), classes[at]!)
  expect(await book(0, '2027-02-28T10:00:00Z')).toMatchObject({ ok: true })

  await jobsAt(w, '2027-03-01T06:00:00Z')
  expect(stripe.charges).toEqual([])
  expect(await membership(w, id)).toEqual({ state: 'past_due', nextBillOn: '2027-04-01' })
  expect(await steps(w)).toEqual([
    { kind: 'charge', dueOn: '2027-03-01', state: 'failed', code: 'insufficient_funds' },
    { kind: 'charge', dueOn: '2027-03-02', state: 'coming', code: null },
    { kind: 'charge', dueOn: '2027-03-04', state: 'coming', code: null },
    { kind: 'block', dueOn: '2027-03-05', state: 'coming', code: null },
    { kind: 'charge', dueOn: '2027-03-08', state: 'coming', code: null },
    { kind: 'suspend', dueOn: '2027-03-08', state: 'coming', code: null },
  ])

  for (const day of ['02', '03', '04']) await jobsAt(w, `2027-03-${day}T06:00:00Z`)
  expect(await book(1, '2027-03-04T23:59:00Z')).toMatchObject({ ok: true })
  expect(await book(2, '2027-03-05T00:01:00Z')).toMatchObject({ ok: false, reason: 'past_due' })
  for (const day of ['05', '06', '07']) await jobsAt(w, `2027-03-${day}T06:00:00Z`)
  expect(await membership(w, id)).toMatchObject({ state: 'past_due' })
  await jobsAt(w, '2027-03-08T06:00:00Z')
  expect(await membership(w, id)).toMatchObject({ state: 'suspended' })
  expect(
    await w.db.all(sql`
      SELECT cause_kind AS kind, role, state FROM tasks
      WHERE studio_id = ${w.studio.id} AND cause_kind = 'payment_failed'`),
  ).toEqual([{ kind: 'payment_failed', role: 'front_desk', state: 'open' }])
  expect(await letters(w)).toEqual([
    ...Array(3).fill('Your payment of £75.00 failed'),
    'Booking is stopped until £75.00 is paid',
    'Your membership is suspended until £75.00 is paid',
  ])
  expect(
    await w.db.all(sql`
      SELECT state FROM bookings WHERE studio_id = ${w.studio.id} AND person_id = ${ana.id}`),
  ).toEqual([{ state: 'booked' }, { state: 'booked' }])

  // 9 March, 10:00: she pays by the link of her letter, while somebody at work presses Retry.
  const now = '2027-03-09T10:00:00Z'
  const { text } = await one<{ text: string }>(
    w,
    sql`SELECT text FROM outbox WHERE studio_id = ${w.studio.id} ORDER BY rowid DESC`,
  )
  const secret = /pay-link\/([\w-]+)/.exec(text)![1]!
  const link = (await openPayLink(w.at(now), secret))!
  expect(link).toMatchObject({ state: 'good', openMinor: 7_500 })
  const payer = { personId: ana.id, email: ana.email, name: ana.name }
  const begun = await payInvoiceOnline(paying(w, now), payer, link.invoiceId, {
    doneUrl: () => 'https://cadence.test/paid',
  })
  if (!begun.ok) throw new Error(begun.reason)
  const page = await one<{ url: string }>(
    w,
    sql`SELECT page_url AS url FROM payment_attempts WHERE id = ${begun.attemptId}`,
  )
  stripe.outcomes.set('0341', 'ok')
  const [, retried] = await Promise.all([
    stripe.payOn(page.url, card.good).then(() => settleAttempt(paying(w, now), begun.attemptId)),
    retryNow({ ...w.asDesk(now), ...paying(w, now) }, link.invoiceId),
  ])
  expect(retried).toMatchObject({ ok: true, how: 'paid' })
  expect(stripe.charges.map(({ amount }) => amount)).toEqual([7_500])
  expect(await membership(w, id)).toEqual({ state: 'active', nextBillOn: '2027-04-01' })
  expect(await book(2, now)).toMatchObject({ ok: true })
  expect(await openPayLink(w.at(now), secret)).toMatchObject({ state: 'used' })
  await jobsAt(w, '2027-03-09T10:01:00Z')
  expect(stripe.charges).toHaveLength(1)
  expect(
    await w.db.all(sql`SELECT state FROM tasks WHERE studio_id = ${w.studio.id}
      AND cause_kind = 'payment_failed'`),
  ).toEqual([{ state: 'over' }])
})

test('9: a card that was reported stolen is not tried again: they are asked for another, which is charged at once', async () => {
  const w = await connected('2027-01-25T10:00:00Z')
  stripe.outcomes.set('0341', 'stolen_card')
  const id = await unlimitedFrom(w, w.ana, card.empty)
  await jobsAt(w, '2027-03-01T06:00:00Z')
  expect(await steps(w)).toEqual([
    { kind: 'charge', dueOn: '2027-03-01', state: 'failed', code: 'stolen_card' },
    { kind: 'block', dueOn: '2027-03-05', state: 'coming', code: null },
    { kind: 'suspend', dueOn: '2027-03-08', state: 'coming', code: null },
  ])
  const { text } = await one<{ text: string }>(
    w,
    sql`SELECT text FROM outbox WHERE studio_id = ${w.studio.id} ORDER BY rowid DESC`,
  )
  expect(text).toContain('Pay with another one.')
  await jobsAt(w, '2027-03-02T06:00:00Z')
  await keeps(w, w.ana, card.good, '2027-03-02T12:00:00Z')
  await jobsAt(w, '2027-03-02T12:01:00Z')
  expect(stripe.charges.map(({ amount }) => amount)).toEqual([7_500])
  expect(await membership(w, id)).toMatchObject({ state: 'active' })
})
