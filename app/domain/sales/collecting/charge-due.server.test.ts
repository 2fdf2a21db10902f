import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { PaymentContext } from '#app/domain/payments/payment-context.ts'
import { addMinutes } from '#app/values/instant.ts'
import { givenPlan, sellPlan } from '../../../../tests/support/sales/memberships.ts'
import { type StripeStandIn, startStripe } from '../../../../tests/support/stripe/stand-in.ts'
import { card, payingStudio } from '../../../../tests/support/stripe/studio.ts'
import type { World } from '../../../../tests/support/world.ts'
import { settlePayments } from '../checkout/settle-payments.server.ts'
import { billMemberships } from '../memberships/bill-memberships.server.ts'
import { chargeDue } from './charge-due.server.ts'
import { retryNow } from './retry-now.server.ts'
import { runSteps } from './run-steps.server.ts'
import { skipStep } from './skip-step.server.ts'

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

const joined = '2026-06-02T10:00:00Z'
const due = '2026-07-02T06:00:00Z'

/** People with a membership of £75 a month, billed and to be charged on 2 July. */
async function billed(number: string, names = ['Nia Lowe']) {
  const w = await connected(joined)
  const planId = await givenPlan(w, { name: 'Every class', priceMinor: 7_500 })
  const people = await w.givenPeople(names)
  for (const person of people) {
    await keeps(w, person, number, joined)
    await sellPlan(w, person, planId, { now: joined })
  }
  await billMemberships(w.at(due))
  return { w, people }
}

const bills = (w: World) =>
  w.db.all<{ id: string; state: string }>(sql`
    SELECT id, state FROM invoices WHERE studio_id = ${w.studio.id} AND issued_on = '2026-07-02'
    ORDER BY number`)
const memberships = async (w: World) =>
  (
    await w.db.all<{ state: string }>(sql`
      SELECT membership.state FROM memberships AS membership
      JOIN collection_steps AS step ON step.membership_id = membership.id
      WHERE step.studio_id = ${w.studio.id} GROUP BY membership.id`)
  ).map(({ state }) => state)

test('a bill is charged to the card its payer kept, once, also by two runs at once', async () => {
  const { w } = await billed(card.good, ['Nia Lowe', 'Oto Lunn', 'Pia Lamb'])
  await Promise.all([chargeDue(paying(w, due)), chargeDue(paying(w, due))])
  await chargeDue(paying(w, due))
  expect(stripe.charges.map(({ amount }) => amount)).toEqual([7_500, 7_500, 7_500])
  expect((await bills(w)).map(({ state }) => state)).toEqual(['paid', 'paid', 'paid'])
})

test('killed between the charge and its answer, it is taken up again and charged once', async () => {
  const { w } = await billed(card.good)
  const killed = (ctx: PaymentContext): PaymentContext => ({
    ...ctx,
    provider: {
      ...ctx.provider,
      charge: async (...asked) => {
        await ctx.provider.charge(...asked)
        throw new Error('killed')
      },
    },
  })
  await expect(chargeDue(killed(paying(w, due)))).rejects.toThrow('killed')
  expect(stripe.charges).toHaveLength(1)
  expect((await bills(w)).map(({ state }) => state)).toEqual(['open'])
  // The next minute begins nothing new, and another run takes it up once its answer is overdue.
  await chargeDue(paying(w, addMinutes(due, 1)))
  await settlePayments(paying(w, addMinutes(due, 1)))
  expect((await bills(w)).map(({ state }) => state)).toEqual(['open'])
  await Promise.all([
    settlePayments(paying(w, addMinutes(due, 5))),
    settlePayments(paying(w, addMinutes(due, 5))),
  ])
  expect(stripe.charges).toHaveLength(1)
  expect((await bills(w)).map(({ state }) => state)).toEqual(['paid'])
})

test('a provider that is away in the middle of a run loses nothing', async () => {
  const { w } = await billed(card.good, ['Nia Lowe', 'Oto Lunn', 'Pia Lamb'])
  stripe.down = true
  expect(await chargeDue(paying(w, due))).toBe(0)
  stripe.down = false
  await settlePayments(paying(w, addMinutes(due, 5)))
  await chargeDue(paying(w, addMinutes(due, 6)))
  expect(stripe.charges).toHaveLength(3)
  expect((await bills(w)).map(({ state }) => state)).toEqual(['paid', 'paid', 'paid'])
  expect(await memberships(w)).toEqual(['active', 'active', 'active'])
})

test('a debit is on its way for days; refused then, the membership is past due', async () => {
  for (const [code, bill, state] of [
    [undefined, 'paid', 'active'],
    ['insufficient_funds', 'open', 'past_due'],
  ] as const) {
    const { w } = await billed('debit')
    await chargeDue(paying(w, due))
    expect(await memberships(w)).toEqual(['active'])
    await stripe.settleDebits(code)
    const later = '2026-07-05T10:00:00Z'
    await settlePayments(paying(w, later))
    await chargeDue(paying(w, later))
    expect((await bills(w)).map((one) => one.state)).toEqual([bill])
    expect(await memberships(w)).toEqual([state])
  }
})

test('a card that its bank wants confirmed is not tried again: the letter has a link that pays', async () => {
  const { w } = await billed(card.wantsConfirming)
  await chargeDue(paying(w, due))
  await chargeDue(paying(w, '2026-07-09T10:00:00Z'))
  const [letter] = await w.db.all<{ text: string }>(sql`
    SELECT text FROM outbox WHERE studio_id = ${w.studio.id} AND kind = 'payment-failed'`)
  expect(letter?.text).toContain('The bank wants its customer to confirm the payment.')
  expect(letter?.text).toContain('/pay-link/')
  expect(await memberships(w)).toEqual(['past_due'])
})

test('a card that is gone at the provider fails like one that is refused', async () => {
  const { w } = await billed(card.good)
  const [kept] = await w.db.all<{ id: string }>(sql`
    SELECT id FROM payment_methods WHERE studio_id = ${w.studio.id}`)
  const ctx = paying(w, due)
  const [account] = await w.db.all<{ ref: string }>(sql`
    SELECT account_ref AS ref FROM merchant_accounts WHERE studio_id = ${w.studio.id}`)
  await ctx.provider.forgetMethod(account!.ref, kept!.id)
  await chargeDue(ctx)
  expect(await memberships(w)).toEqual(['past_due'])
  expect(stripe.charges).toEqual([])
})

test('without a card a bill is paid by hand, and nobody is past due by it', async () => {
  const w = await connected(joined)
  const planId = await givenPlan(w, { name: 'Every class', priceMinor: 7_500 })
  await sellPlan(w, w.cleo, planId, { now: joined })
  await billMemberships(w.at(due))
  expect(await chargeDue(paying(w, due))).toBe(0)
  expect(await memberships(w)).toEqual([])
})

test('staff leave out a retry and the end of booking, each once', async () => {
  const { w } = await billed(card.empty)
  await chargeDue(paying(w, due))
  const [bill] = await bills(w)
  const desk = w.asDesk(due)
  const skip = (kind: string) => skipStep(desk, bill!.id, `${bill!.id}:${kind}`)
  expect(await Promise.all([skip('charge:1'), skip('charge:1')])).toEqual([
    { ok: true },
    { ok: true },
  ])
  expect(await skip('block:0')).toEqual({ ok: true })
  expect(await skip('charge:0')).toEqual({ ok: false, reason: 'not_found' })
  const grace = async () =>
    (
      await w.db.all<{ until: string }>(sql`
        SELECT grace_until AS until FROM memberships
        WHERE studio_id = ${w.studio.id} AND state = 'past_due'`)
    )[0]?.until
  // Until the day before the suspension, and without that until it is paid.
  expect(await grace()).toBe('2026-07-08')
  expect(await skip('suspend:0')).toEqual({ ok: true })
  expect(await grace()).toBe('2199-12-31')
  for (const day of ['03', '05', '09']) {
    await chargeDue(paying(w, `2026-07-${day}T06:00:00Z`))
    await runSteps(w.at(`2026-07-${day}T06:00:00Z`))
  }
  expect(
    await w.db.all(sql`
      SELECT count(*) AS n FROM payment_attempts
      WHERE studio_id = ${w.studio.id} AND purpose = 'invoice'`),
  ).toEqual([{ n: 3 }])
})

test('Retry by two at once charges once', async () => {
  const { w } = await billed(card.empty)
  await chargeDue(paying(w, due))
  stripe.outcomes.set('0341', 'ok')
  const [bill] = await bills(w)
  const ctx = { ...w.asDesk(due), ...paying(w, due) }
  await Promise.all([retryNow(ctx, bill!.id), retryNow(ctx, bill!.id)])
  expect(stripe.charges).toHaveLength(1)
  expect(await memberships(w)).toEqual(['active'])
})

test('a later part of an invoice is charged on its day, and without a card holds up nobody', async () => {
  for (const gone of [false, true]) {
    const { w, people } = await billed(card.good)
    const [bill] = await bills(w)
    await w.db.run(sql`
      INSERT INTO invoice_parts (id, studio_id, invoice_id, due_on, amount_minor)
      VALUES (${`part-${bill!.id}`}, ${w.studio.id}, ${bill!.id}, '2026-07-20', 7500)`)
    if (gone) {
      await w.db.run(sql`
        UPDATE payment_methods SET removed_at = ${due} WHERE person_id = ${people[0]!.id}`)
    }
    const step = async () =>
      (
        await w.db.all<{ state: string; dueOn: string }>(sql`
          SELECT state, due_on AS dueOn FROM collection_steps
          WHERE studio_id = ${w.studio.id} AND invoice_id = ${bill!.id} AND kind = 'charge'
          ORDER BY n LIMIT 1`)
      )[0]
    const before = stripe.charges.length
    await chargeDue(paying(w, due))
    expect(stripe.charges).toHaveLength(before)
    expect(await step()).toEqual({ state: 'coming', dueOn: '2026-07-20' })
    await chargeDue(paying(w, '2026-07-20T06:00:00Z'))
    expect(stripe.charges).toHaveLength(gone ? before : before + 1)
    expect((await step())!.state).toBe(gone ? 'failed' : 'done')
  }
})

test('many open payment pages do not hold up a charge whose run was killed', async () => {
  const { w } = await billed(card.good)
  const ctx = paying(w, due)
  const killed = {
    ...ctx,
    provider: { ...ctx.provider, charge: async () => Promise.reject(new Error('killed')) },
  }
  await expect(chargeDue(killed)).rejects.toThrow('killed')
  const [attempt] = await w.db.all<Record<string, unknown>>(sql`
    SELECT * FROM payment_attempts WHERE studio_id = ${w.studio.id} AND channel = 'saved'`)
  for (let n = 0; n < 25; n += 1) {
    const page = {
      ...attempt,
      id: `page-${n}-${w.studio.id}`,
      channel: 'page',
      subject_id: `x${n}`,
    }
    const open = { ...page, created_at: joined, expires_at: '2026-07-03T00:00:00Z' }
    await w.db.run(sql`
      INSERT INTO payment_attempts (${sql.raw(Object.keys(open).join(', '))})
      VALUES (${sql.join(
        Object.values(open).map((value) => sql`${value}`),
        sql`, `,
      )})`)
  }
  await settlePayments(paying(w, addMinutes(due, 5)))
  expect((await bills(w)).map(({ state }) => state)).toEqual(['paid'])
})
