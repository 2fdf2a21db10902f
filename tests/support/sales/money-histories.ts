/** Random histories of memberships with their money, and what must hold in each. */
import { sql } from 'drizzle-orm'
import fc from 'fast-check'
import { expect } from 'vitest'
import { discountInvoice } from '#app/domain/billing/invoices/discount-invoice.server.ts'
import { refundInvoice } from '#app/domain/billing/invoices/refund-invoice.server.ts'
import { takePayment } from '#app/domain/billing/invoices/take-payment.server.ts'
import { linkGuardian } from '#app/domain/families/link-guardian.server.ts'
import { previewAct } from '#app/domain/sales/memberships/act-on-membership.server.ts'
import type { MembershipAct } from '#app/domain/sales/memberships/membership-acts.ts'
import type { StaffContext } from '#app/domain/scope/staff-context.ts'
import { newId } from '#app/values/id.ts'
import { addDays } from '#app/values/zone.ts'
import type { Person, World } from '../world.ts'
import { act, billAt, givenPlan, sellPlan } from './memberships.ts'

const acts = ['freeze', 'open', 'unfreeze', 'change', 'cancel', 'keep', 'withdraw'] as const
const money = ['pay', 'discount', 'refund'] as const

const anyHistory = fc.record({
  interval: fc.constantFrom('month' as const, 'four_weeks' as const, 'week' as const),
  priceMinor: fc.integer({ min: 1_000, max: 20_000 }),
  anchorDay: fc.option(fc.integer({ min: 1, max: 31 })),
  trialDays: fc.constantFrom(0, 0, 7),
  family: fc.boolean(),
  coupon: fc.constantFrom('', 'HALF', 'FIVE', 'FREE'),
  later: fc.boolean(),
  steps: fc.array(
    fc.record({
      after: fc.integer({ min: 0, max: 30 }),
      length: fc.integer({ min: 1, max: 30 }),
      what: fc.constantFrom(...acts, ...money),
    }),
    { minLength: 1, maxLength: 7 },
  ),
})

type History = typeof anyHistory extends fc.Arbitrary<infer One> ? One : never

/** Histories that were once wrong: a freeze whose bill gives a penny back on the day of the act. */
const onceWrong: [History][] = [
  [
    {
      interval: 'month',
      priceMinor: 1_000,
      anchorDay: 6,
      trialDays: 0,
      family: false,
      coupon: '',
      later: false,
      steps: [
        { after: 0, length: 1, what: 'cancel' },
        { after: 1, length: 9, what: 'freeze' },
      ],
    },
  ],
]

/** Taxes, a family discount and coupons for everybody; once a world. */
export async function givenMoneyRules(w: World): Promise<void> {
  const id = w.studio.id
  await w.db.run(sql`
    INSERT INTO billing_settings (studio_id, version, legal_name, address, tax_number, tax_name,
      prefix, first_number, due_days, desk_refund_minor, classes_tax_bp, memberships_tax_bp,
      events_tax_bp, fees_tax_bp, family_bp, cooling_off_days)
    VALUES (${id}, 1, 'Northside', '', '', 'VAT', 'N-', 1, 7, 2000, 2000, 1750, 500, 0, 1250, 14)`)
  await w.db.run(sql`
    INSERT INTO coupons (id, studio_id, code, kind, value, audience, once_per_person, created_at)
    VALUES (${newId()}, ${id}, 'HALF', 'percent', 5000, 'everyone', 0, '2026-01-01T00:00:00Z'),
      (${newId()}, ${id}, 'FIVE', 'amount', 500, 'everyone', 0, '2026-01-01T00:00:00Z'),
      (${newId()}, ${id}, 'FREE', 'free_period', 0, 'everyone', 0, '2026-01-01T00:00:00Z')`)
}

/**
 * In any history, an act charges or gives back exactly what its quote said, no day is billed twice,
 * and all sums agree. A failure names the seed that repeats it.
 */
export async function everyHistoryAgrees(w: World, runs: number): Promise<void> {
  await fc.assert(
    fc.asyncProperty(anyHistory, async (history) => {
      const { interval, priceMinor, anchorDay, trialDays, family, coupon, later, steps } = history
      const person = await w.givenPerson(`Any ${newId()}`)
      if (family) await linkGuardian(w.asDesk('2026-07-01T09:00:00Z'), w.ana.id, person.id)
      const plan = (name: string, price: number) =>
        givenPlan(w, {
          name: `${name} ${newId()}`,
          priceMinor: price,
          interval,
          anchorDay,
          trialDays,
          noticeDays: 10,
          freezeMostDays: 366,
          freezeFeeMinor: 300,
        })
      const others = [
        await plan('Dearer', priceMinor + 2_500),
        await plan('Cheaper', priceMinor - 500),
      ]
      let today = '2026-07-05'
      let id = await sellPlan(w, person, await plan('First', priceMinor), {
        now: `${today}T10:00:00Z`,
        coupon,
        method: later ? 'later' : 'card',
      })
      for (const [i, { after, length, what }] of steps.entries()) {
        today = addDays(today, after)
        const now = `${today}T10:00:${String(i).padStart(2, '0')}Z`
        while ((await billAt(w, now)) > 0);
        if (what === 'pay' || what === 'discount' || what === 'refund') {
          await moveMoney(w, person, what, { now, minor: length * 100 })
          continue
        }
        const asActs: Record<typeof what, MembershipAct> = {
          freeze: {
            act: 'freeze',
            from: today,
            until: addDays(today, length),
            packs: length % 2 === 0,
          },
          open: { act: 'freeze', from: today, until: null },
          unfreeze: { act: 'unfreeze', on: today },
          change: { act: 'change', planId: others[i % 2]! },
          cancel: { act: 'cancel' },
          keep: { act: 'keep' },
          withdraw: { act: 'withdraw' },
        }
        id = await actAgrees(w, person, id, asActs[what], now)
      }
      while ((await billAt(w, `${addDays(today, 45)}T10:00:00Z`)) > 0);
      await sumsAgree(w, person)
    }),
    { numRuns: runs, examples: onceWrong },
  )
}

/** Does what was previewed and compares; answers the membership that there is afterwards. */
async function actAgrees(w: World, person: Person, id: string, what: MembershipAct, now: string) {
  const asked = { personId: person.id, membershipId: id, act: what, by: 'desk' } as const
  const { quote } = (await previewAct(w.asDesk(now), asked))!
  const before = await chargedTo(w, person)
  const key = newId()
  const result = await act(w, person, id, what, { now, key })
  expect(result.ok).toBe(quote.ok)
  const change = (await chargedTo(w, person)) - before
  expect(change).toBe(quote.ok ? quote.dueNowMinor - quote.creditNowMinor : 0)
  if (result.ok && what.act === 'withdraw') expect(await chargedFor(w, id)).toBe(0)
  return result.ok && what.act === 'change' && quote.ok && quote.way === 'upgrade' ? key : id
}

/** Pays a part of the oldest open invoice, takes something off it, or refunds a line. */
async function moveMoney(
  w: World,
  person: Person,
  what: (typeof money)[number],
  { now, minor }: { now: string; minor: number },
) {
  const desk: StaffContext = {
    ...w.at(now),
    actor: { userId: 'mina', name: 'Mina', role: 'manager' },
  }
  const wanted = what === 'refund' ? sql`'settled'` : sql`'open'`
  const [line] = await w.db.all<{ id: string; invoiceId: string }>(sql`
    SELECT line.id, line.invoice_id AS invoiceId FROM open_items AS line
    JOIN invoices AS invoice ON invoice.id = line.invoice_id AND invoice.kind = 'invoice'
    WHERE line.studio_id = ${w.studio.id} AND line.person_id = ${person.id}
      AND line.state = ${wanted} AND line.amount_minor > 0
    ORDER BY line.created_at, line.id LIMIT 1`)
  if (!line) return
  const { id: itemId, invoiceId } = line
  const key = newId()
  if (what === 'pay') {
    await takePayment(desk, { key, invoiceId, amountMinor: minor, method: 'cash', note: '' })
  } else if (what === 'discount') {
    const discount = minor % 200 === 0 ? { bp: minor } : { minor }
    await discountInvoice(desk, { key, invoiceId, itemId: null, discount, reason: 'r' })
  } else {
    await refundInvoice(desk, {
      key,
      invoiceId,
      itemId,
      amountMinor: minor,
      method: 'credit',
      reason: 'r',
    })
  }
}

/** What a person was charged and given back so far, in minor units. */
async function chargedTo(w: World, person: Person): Promise<number> {
  const rows = await w.db.all<{ minor: number }>(sql`
    SELECT coalesce(sum(amount_minor), 0) AS minor FROM open_items
    WHERE studio_id = ${w.studio.id} AND person_id = ${person.id} AND state <> 'void'`)
  return rows[0]!.minor
}

/** What a membership was charged and given back, in minor units. */
async function chargedFor(w: World, id: string): Promise<number> {
  const rows = await w.db.all<{ minor: number }>(sql`
    SELECT coalesce(sum(amount_minor), 0) AS minor FROM open_items
    WHERE studio_id = ${w.studio.id} AND subject_id = ${id} AND state <> 'void'`)
  return rows[0]!.minor
}

/** Invoices are their lines, payments their parts, tax that of its rate, and no day is billed twice. */
async function sumsAgree(w: World, person: Person): Promise<void> {
  const own = sql`studio_id = ${w.studio.id} AND person_id = ${person.id}`
  const [sums] = await w.db.all<Record<string, number>>(sql`SELECT
    (SELECT count(*) FROM invoices AS bill WHERE bill.studio_id = ${w.studio.id}
      AND bill.person_id = ${person.id} AND (bill.total_minor, bill.tax_minor) IS NOT (
        SELECT sum(line.amount_minor), sum(line.tax_minor) FROM open_items AS line
        WHERE line.invoice_id = bill.id)) AS unlike,
    (SELECT coalesce(sum(amount_minor), 0) FROM payments WHERE ${own}) AS paid,
    (SELECT coalesce(sum(part.amount_minor), 0) FROM allocations AS part JOIN invoices AS bill
      ON bill.id = part.invoice_id WHERE bill.person_id = ${person.id}) AS allocated,
    (SELECT coalesce(sum(amount_minor), 0) FROM account_entries WHERE ${own}) AS credit,
    (SELECT -coalesce(sum(amount_minor), 0) FROM payments
      WHERE ${own} AND method = 'credit') AS toCredit,
    (SELECT coalesce(sum(amount_minor - paid_minor), 0) FROM open_items
      WHERE ${own} AND state = 'open') AS owed,
    (SELECT coalesce(sum(amount_minor), 0) FROM open_items
      WHERE ${own} AND state <> 'void') AS live,
    (SELECT count(*) FROM open_items WHERE ${own} AND discount_minor > 0
      AND discount_reason = '') AS unexplained,
    (SELECT count(*) FROM membership_periods AS one JOIN membership_periods AS other
      ON other.membership_id = one.membership_id AND other.from_on > one.from_on
        AND other.from_on <= one.until_on
      WHERE one.membership_id IN (SELECT id FROM memberships WHERE ${own})) AS twice`)
  expect(sums).toMatchObject({ unlike: 0, unexplained: 0, twice: 0 })
  expect(sums!.paid).toBe(sums!.allocated)
  expect(sums!.credit).toBe(sums!.toCredit)
  expect(sums!.credit).toBeGreaterThanOrEqual(0)
  expect(sums!.live! - sums!.owed!).toBe(sums!.paid)
}
