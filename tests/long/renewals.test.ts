/**
 * The renewal run of a large studio: each membership is billed and charged once, although the run is
 * killed again and again, and how long it takes. `RENEWALS=500` tries fewer.
 */
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openInvoices } from '#app/domain/billing/invoices/open-invoices.server.ts'
import { settlePayments } from '#app/domain/sales/checkout/settle-payments.server.ts'
import { chargeDue } from '#app/domain/sales/collecting/charge-due.server.ts'
import { billMemberships } from '#app/domain/sales/memberships/bill-memberships.server.ts'
import { addMinutes } from '#app/values/instant.ts'
import { givenPlan, sellPlan } from '../support/sales/memberships.ts'
import { type StripeStandIn, startStripe } from '../support/stripe/stand-in.ts'
import { payingStudio } from '../support/stripe/studio.ts'
import type { World } from '../support/world.ts'

const many = Number(process.env.RENEWALS || 5_000)
const sold = '2026-06-01T10:00:00Z'
const due = '2026-07-01T06:00:00Z'

let stripe: StripeStandIn
const { connected, paying } = payingStudio(() => stripe)
beforeAll(async () => {
  stripe = await startStripe()
})
afterAll(() => stripe.close())

/** Copies a row so many times, with what `with` says of each by `value`. */
async function copyRow(w: World, table: string, from: string, values: Record<string, string>) {
  const columns = (
    await w.db.all<{ name: string }>(sql`SELECT name FROM pragma_table_info(${table})`)
  ).map(({ name }) => name)
  const picked = columns.map((name) => values[name] ?? `model.${name}`).join(', ')
  const numbers = JSON.stringify(Array.from({ length: many - 1 }, (_, i) => i))
  await w.db.run(sql`
    INSERT INTO ${sql.raw(table)} (${sql.raw(columns.join(', '))})
    SELECT ${sql.raw(picked)} FROM json_each(${numbers}) CROSS JOIN ${sql.raw(table)} AS model
    WHERE ${sql.raw(from)}`)
}

/** A studio of so many members, whose memberships are all due on one day. */
async function studioOfMany() {
  const w = await connected(sold)
  const planId = await givenPlan(w, { name: 'Unlimited', priceMinor: 7_500 })
  const membershipId = await sellPlan(w, w.cleo, planId, { now: sold })
  const person = `model.id = '${w.cleo.id}'`
  await copyRow(w, 'people', person, {
    ...{ id: "'m' || value", user_id: 'NULL', email: "'m' || value || '@many.test'" },
    ...{ name: "'Member ' || value" },
  })
  await copyRow(w, 'memberships', `model.id = '${membershipId}'`, {
    ...{ id: "'s' || value", person_id: "'m' || value" },
  })
  await copyRow(w, 'membership_periods', `model.membership_id = '${membershipId}'`, {
    ...{ id: "'p' || value", membership_id: "'s' || value" },
  })
  const [{ ref } = { ref: '' }] = await w.db.all<{ ref: string }>(sql`
    SELECT account_ref AS ref FROM merchant_accounts WHERE studio_id = ${w.studio.id}`)
  const cards = stripe.keepCards(ref, many)
  const rows = cards.map((card, i) => ({ ...card, person: i === 0 ? w.cleo.id : `m${i - 1}` }))
  for (let i = 0; i < rows.length; i += 500)
    await w.db.run(sql`
      INSERT INTO payment_methods (id, studio_id, person_id, customer_ref, kind, brand, last4,
        end_month, end_year, fingerprint, added_at)
      SELECT value ->> 'method', ${w.studio.id}, value ->> 'person', value ->> 'customer', 'card',
        'visa', '4242', 12, 2031, value ->> 'method', ${sold}
      FROM json_each(${JSON.stringify(rows.slice(i, i + 500))})`)
  return w
}

test(`${many} memberships are billed and charged once, although the run is killed in the middle`, async () => {
  const w = await studioOfMany()
  const began = performance.now()
  const before = w.meter.trips
  let at = due
  let kills = 0
  const heap = () => Math.round(process.memoryUsage().heapUsed / 1_000_000)
  let most = heap()
  const steps: [name: string, run: () => Promise<number>][] = [
    ['billed', () => billMemberships(w.at(at))],
    ['opened', () => openInvoices(w.at(at))],
    ['charged', () => chargeDue(dying(paying(w, at)))],
    ['settled', () => settlePayments(paying(w, at))],
  ]
  /** Every seventh charge the process dies once the provider has it, and nobody wrote it down. */
  let asked = 0
  function dying(ctx: ReturnType<typeof paying>): ReturnType<typeof paying> {
    return {
      ...ctx,
      provider: {
        ...ctx.provider,
        charge: async (...of) => {
          const answer = await ctx.provider.charge(...of)
          asked += 1
          if (asked % 701 === 0) throw new Error('killed')
          return answer
        },
      },
    }
  }
  const seconds: Record<string, number> = {}
  for (let round = 0; round < many; round += 1) {
    let done = 0
    for (const [name, run] of steps) {
      const from = performance.now()
      done += await run().catch((error: Error) => {
        if (error.message !== 'killed') throw error
        kills += 1
        return 1
      })
      seconds[name] = (seconds[name] ?? 0) + (performance.now() - from) / 1000
    }
    most = Math.max(most, heap())
    const [left] = await w.db.all<{ n: number }>(sql`
      SELECT count(*) AS n FROM payment_attempts
      WHERE studio_id = ${w.studio.id} AND booked_at IS NULL AND channel = 'saved'`)
    if (done === 0 && left!.n === 0) break
    // What was killed is taken up once its answer is overdue.
    if (done === 0) at = addMinutes(at, 3)
  }
  const all = Math.round((performance.now() - began) / 1000)
  console.log(
    `${many} renewals in ${all} s, ${w.meter.trips - before} trips, ${kills} kills, ` +
      `at most ${most} MB; ${Object.entries(seconds)
        .map(([name, s]) => `${name} ${s.toFixed(0)} s`)
        .join(', ')}`,
  )
  const [bills] = await w.db.all<{ n: number; paid: number; members: number; minor: number }>(sql`
    SELECT count(*) AS n, count(*) FILTER (WHERE state = 'paid') AS paid,
      count(DISTINCT person_id) AS members, sum(total_minor) AS minor
    FROM invoices WHERE studio_id = ${w.studio.id} AND issued_on = '2026-07-01'`)
  expect(bills).toEqual({ n: many, paid: many, members: many, minor: many * 7_500 })
  expect(stripe.charges).toHaveLength(many)
  expect(new Set(stripe.charges.map(({ attempt }) => attempt)).size).toBe(many)
}, 3_600_000)
