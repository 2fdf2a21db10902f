import { sql } from 'drizzle-orm'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addDays } from '#app/values/zone.ts'
import { act, givenPlan, sellPlan } from '../../../../../tests/support/sales/memberships.ts'
import { world } from '../../../../../tests/support/world.ts'
import { endOpenFreezes } from './end-open-freezes.server.ts'

const history = fc.array(
  fc.record({
    what: fc.constantFrom('freeze', 'open', 'end', 'end', 'cancel', 'job'),
    packs: fc.boolean(),
    after: fc.integer({ min: 0, max: 12 }),
    length: fc.integer({ min: 1, max: 20 }),
  }),
  { minLength: 2, maxLength: 8 },
)

test('whatever is frozen, ended early, taken back or cancelled, a pack lasts as many days longer as it was frozen', async () => {
  await fc.assert(
    fc.asyncProperty(history, async (steps) => {
      const w = await world()
      const plan = { name: 'Free', priceMinor: 3_000, noticeDays: 10, freezeMostDays: 366 }
      const id = await sellPlan(w, w.ben, await givenPlan(w, plan), { now: '2026-06-01T10:00:00Z' })
      let today = '2026-06-02'
      for (const { what, packs, after, length } of steps) {
        today = addDays(today, after)
        const now = `${today}T10:00:00Z`
        const freeze = { act: 'freeze', from: addDays(today, length % 3), packs } as const
        if (what === 'freeze') {
          await act(w, w.ben, id, { ...freeze, until: addDays(freeze.from, length) }, { now })
        }
        if (what === 'open') await act(w, w.ben, id, { ...freeze, until: null }, { now })
        if (what === 'end') await act(w, w.ben, id, { act: 'unfreeze', on: today }, { now })
        if (what === 'cancel') await act(w, w.ben, id, { act: 'cancel' }, { now })
        if (what === 'job') await endOpenFreezes(w.at(now))
      }
      const [row] = await w.db.all<{ longer: number; frozen: number }>(sql`SELECT
        (SELECT julianday(expires_on) - julianday('2026-12-31') FROM lots
          WHERE studio_id = ${w.studio.id} AND person_id = ${w.ben.id}) AS longer,
        (SELECT coalesce(sum(julianday(until_on) - julianday(from_on) + 1), 0)
          FROM membership_freezes WHERE membership_id = ${id} AND packs = 1
            AND until_on IS NOT NULL) AS frozen`)
      expect(row!.longer).toBe(row!.frozen)
    }),
    { numRuns: 12 },
  )
}, 120_000)
