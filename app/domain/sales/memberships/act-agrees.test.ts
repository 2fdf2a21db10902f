import { sql } from 'drizzle-orm'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { newId } from '#app/values/id.ts'
import { addDays } from '#app/values/zone.ts'
import { act, billAt, givenPlan, sellPlan } from '../../../../tests/support/sales/memberships.ts'
import { world } from '../../../../tests/support/world.ts'
import { previewAct } from './act-on-membership.server.ts'
import type { MembershipAct } from './membership-acts.ts'

const anyHistory = fc.record({
  interval: fc.constantFrom('month' as const, 'four_weeks' as const, 'week' as const),
  priceMinor: fc.integer({ min: 1_000, max: 20_000 }),
  anchorDay: fc.option(fc.integer({ min: 1, max: 31 })),
  steps: fc.array(
    fc.record({
      after: fc.integer({ min: 0, max: 30 }),
      length: fc.integer({ min: 1, max: 30 }),
      what: fc.constantFrom('freeze', 'open', 'unfreeze', 'change', 'cancel', 'keep'),
    }),
    { minLength: 1, maxLength: 6 },
  ),
})

test('in any history, an act charges or refunds exactly what its quote said', async () => {
  const w = await world()
  await fc.assert(
    fc.asyncProperty(anyHistory, async ({ interval, priceMinor, anchorDay, steps }) => {
      const person = await w.givenPerson(`Any ${newId()}`)
      const plan = (name: string, price: number) =>
        givenPlan(w, {
          ...{ name: `${name} ${newId()}`, priceMinor: price, interval, anchorDay },
          ...{ noticeDays: 10, freezeMostDays: 366, freezeFeeMinor: 300 },
        })
      const others = [
        await plan('Dearer', priceMinor + 2_500),
        await plan('Cheaper', priceMinor - 500),
      ]
      let today = '2026-07-05'
      let id = await sellPlan(w, person, await plan('First', priceMinor), {
        now: `${today}T10:00:00Z`,
      })
      for (const [i, { after, length, what }] of steps.entries()) {
        today = addDays(today, after)
        const now = `${today}T10:00:00Z`
        while ((await billAt(w, now)) > 0);
        const acts: Record<typeof what, MembershipAct> = {
          freeze: { act: 'freeze', from: today, until: addDays(today, length) },
          open: { act: 'freeze', from: today, until: null },
          unfreeze: { act: 'unfreeze', on: today },
          change: { act: 'change', planId: others[i % 2]! },
          cancel: { act: 'cancel' },
          keep: { act: 'keep' },
        }
        const asked = {
          personId: person.id,
          membershipId: id,
          act: acts[what],
          by: 'desk',
        } as const
        const preview = await previewAct(w.asDesk(now), asked)
        const quote = preview!.quote
        const before = await moneyOf(w, person)
        const key = newId()
        const result = await act(w, person, id, acts[what], { now, key })
        expect(result.ok).toBe(quote.ok)
        const change = (await moneyOf(w, person)) - before
        if (!quote.ok) expect(change).toBe(0)
        else if (what !== 'cancel') expect(change).toBe(quote.dueNowMinor - quote.creditNowMinor)
        if (result.ok && what === 'change' && quote.ok && quote.way === 'upgrade') id = key
      }
      // Nothing was billed twice for a day.
      const twice = await w.db.all(sql`
        SELECT one.membership_id FROM membership_periods AS one JOIN membership_periods AS other
          ON other.membership_id = one.membership_id AND other.from_on > one.from_on
          AND other.from_on <= one.until_on
        WHERE one.studio_id = ${w.studio.id}`)
      expect(twice).toEqual([])
    }),
    { numRuns: Number(process.env.LONG_RUNS ?? 12) },
  )
}, 120_000)

/** What a person was charged and given back so far, in minor units. */
async function moneyOf(w: Awaited<ReturnType<typeof world>>, person: { id: string }) {
  const rows = await w.db.all<{ minor: number }>(sql`
    SELECT coalesce(sum(amount_minor), 0) AS minor FROM open_items
    WHERE studio_id = ${w.studio.id} AND person_id = ${person.id} AND state <> 'void'`)
  return rows[0]!.minor
}
