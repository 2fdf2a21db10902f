import { expect, test } from 'vitest'
import { bookClass } from '#app/domain/bookings/booking/book-class.server.ts'
import { act, billAt, givenPlan, invoicesOf, sellPlan } from '../support/sales/memberships.ts'
import { world } from '../support/world.ts'

test('two of four weeks frozen: £39.50 and 4 classes in the next four weeks, then £79.00 and 8', async () => {
  const w = await world({ policy: { opensDays: 0 } })
  const planId = await givenPlan(w, {
    name: '8 in 4 weeks',
    priceMinor: 7_900,
    interval: 'four_weeks',
    periodLimit: 8,
  })
  const now = '2027-03-01T09:00:00Z'
  const id = await sellPlan(w, w.cleo, planId, { now })
  // Two weeks of the four, from the 15th to the 28th of March.
  const freeze = { act: 'freeze', from: '2027-03-15', until: '2027-03-28' } as const
  expect(await act(w, w.cleo, id, freeze, { now })).toMatchObject({ ok: true })

  /** How many of twelve classes from a day on can be booked, one a day. */
  const bookable = async (from: string, at: string) => {
    const days = Array.from({ length: 12 }, (_, i) =>
      new Date(Date.parse(`${from}T12:00:00Z`) + i * 86_400_000).toISOString().slice(0, 10),
    )
    const results = []
    for (const day of days) {
      const one = await w.givenClass({ localStart: `${day}T18:30`, at: now })
      results.push(await bookClass(w.asMember(w.cleo, at), one))
    }
    return results
  }
  // Already before the bill is made, what is known of the freeze holds.
  const early = await bookable('2027-03-29', now)
  expect(early.filter(({ ok }) => ok)).toHaveLength(4)
  expect(early.at(-1)).toMatchObject({
    reason: 'weekly_limit',
    facts: { name: '8 in 4 weeks', limit: 4, per: 'four_weeks', again: '2027-04-26' },
  })

  await billAt(w, '2027-03-29T08:00:00Z')
  expect((await invoicesOf(w, w.cleo)).at(-1)).toBe(
    '2027-03-29 3950 open: 8 in 4 weeks 7900; 8 in 4 weeks, 14/28 days frozen -3950',
  )
  const more = await w.givenClass({ localStart: '2027-04-20T18:30', at: now })
  expect(await bookClass(w.asMember(w.cleo, '2027-03-29T09:00:00Z'), more)).toMatchObject({
    reason: 'weekly_limit',
  })

  await billAt(w, '2027-04-26T08:00:00Z')
  expect((await invoicesOf(w, w.cleo)).at(-1)).toBe('2027-04-26 7900 open: 8 in 4 weeks 7900')
  const then = await bookable('2027-04-27', '2027-04-26T09:00:00Z')
  expect(then.filter(({ ok }) => ok)).toHaveLength(8)
})
