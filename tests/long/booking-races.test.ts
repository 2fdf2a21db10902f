import { sql } from 'drizzle-orm'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { bookClass } from '#app/domain/bookings/booking/book-class.server.ts'
import { evening, play } from '../support/booking-race.ts'
import { rosterOf } from '../support/bookings.ts'
import { world } from '../support/world.ts'

test('a thousand evenings break no rule', async () => {
  await fc.assert(
    fc.asyncProperty(evening, async (plan) => {
      expect(await play(plan)).toEqual([])
    }),
    { numRuns: 1_000, endOnFailure: true },
  )
}, 3_600_000)

test('two hundred bookings at once for twelve places, fifty times, sell twelve', async () => {
  const now = '2026-10-12T09:00:00Z'
  const w = await world()
  const crowd = await w.givenPeople(Array.from({ length: 200 }, (_, i) => `Person ${i}`))
  for (const person of crowd) await w.givePack(person, { credits: 100, expiresOn: '2026-12-31' })
  for (let trial = 0; trial < 50; trial += 1) {
    const hour = String(6 + (trial % 12)).padStart(2, '0')
    const day = String(1 + Math.floor(trial / 12)).padStart(2, '0')
    const occurrence = await w.givenClass({
      capacity: 12,
      localStart: `2026-11-${day}T${hour}:00`,
      minutes: 50,
    })
    await Promise.all(crowd.map((person) => bookClass(w.asMember(person, now), occurrence)))
    expect(await rosterOf(w, occurrence)).toEqual({ booked: 12, waitlisted: 10 })
  }
  const [row] = await w.db.all<{ n: number }>(
    sql`SELECT count(*) AS n FROM entries WHERE studio_id = ${w.studio.id} AND kind = 'book'`,
  )
  expect(row!.n).toBe(50 * 12)
}, 3_600_000)
