import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { bookClass } from '#app/domain/bookings/booking/book-class.server.ts'
import { changeCapacity } from '#app/domain/bookings/waitlist/change-capacity.server.ts'
import { rosterOf } from '../support/bookings.ts'
import { type Person, world } from '../support/world.ts'

test('fifty people want the last place in the same second, five of them twice', async () => {
  const w = await world()
  const occurrence = await w.givenClass({ capacity: 1 })
  const fifty = await w.givenPeople(Array.from({ length: 50 }, (_, i) => `Person ${i}`))
  for (const person of fifty) await w.givePack(person)
  const now = '2026-10-12T09:00:00Z'
  const before = w.meter.trips

  const requests: Person[] = [...fifty, ...fifty.slice(10, 15)]
  const results = await Promise.all(
    requests.map((person) => bookClass(w.asMember(person, now), occurrence)),
  )

  // One to read and one to write; who reads behind the last of the list is refused after the first.
  expect(w.meter.trips - before).toBeLessThanOrEqual(2 * requests.length)
  const first = results.slice(0, 50)
  expect(first.filter((r) => r.ok && r.outcome === 'booked')).toHaveLength(1)
  const waiting = first.filter((r) => r.ok && r.outcome === 'waitlisted')
  expect(waiting.map((r) => r.ok && r.position).sort((a, b) => Number(a) - Number(b))).toEqual([
    1, 2, 3, 4, 5, 6, 7, 8, 9, 10,
  ])
  const refused = first.filter((r) => !r.ok)
  expect(refused).toHaveLength(39)
  expect(new Set(refused.map((r) => !r.ok && r.reason))).toEqual(new Set(['waitlist_full']))
  expect(await rosterOf(w, occurrence)).toEqual({ booked: 1, waitlisted: 10 })

  // One credit in the ledger, and the ones sent twice got one answer twice.
  const [spent] = await w.db.all<{ n: number }>(
    sql`SELECT count(*) AS n FROM entries WHERE studio_id = ${w.studio.id} AND kind = 'book'`,
  )
  expect(spent!.n).toBe(1)
  const essence = (r: (typeof results)[number] | undefined) =>
    r?.ok ? [r.outcome, r.booking.id, r.position] : r?.reason
  for (let i = 0; i < 5; i += 1) expect(essence(results[50 + i])).toEqual(essence(results[10 + i]))
})

test('fewer places than people booked are refused, never silently dropped', async () => {
  const w = await world()
  const occurrence = await w.givenClass({ capacity: 12 })
  const now = '2026-10-12T09:00:00Z'
  for (const person of await w.givenPeople(Array.from({ length: 12 }, (_, i) => `Person ${i}`))) {
    await w.giveMembership(person)
    await bookClass(w.asMember(person, now), occurrence)
  }

  expect(await changeCapacity(w.asDesk(now), occurrence, 10)).toEqual({
    ok: false,
    reason: 'below_booked',
    facts: { booked: 12 },
  })
  expect(await rosterOf(w, occurrence)).toEqual({ booked: 12 })
  expect(await changeCapacity(w.asDesk(now), occurrence, 12)).toEqual({ ok: true, promoted: 0 })
})
