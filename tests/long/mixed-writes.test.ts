import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { studioDb } from '#app/db/connection.server.ts'
import { Meter } from '#app/db/meter.server.ts'
import { bookClass } from '#app/domain/bookings/booking/book-class.server.ts'
import { cancelBooking } from '#app/domain/bookings/cancelling/cancel-booking.server.ts'
import { addWalkIn } from '#app/domain/bookings/roster/add-walk-in.server.ts'
import { changeCapacity } from '#app/domain/bookings/waitlist/change-capacity.server.ts'
import { Chance } from '../../scripts/demo/random.ts'
import { bookingOf } from '../support/bookings.ts'
import { broken, finish } from '../support/faults/try-faults.ts'
import { type Life, mortal } from '../support/mortal-database.ts'
import { type Person, type World, world } from '../support/world.ts'

const now = '2026-10-12T09:00:00Z'
const [presses, kills] = [1_000, 50]

/** The same world through a process that dies when `life` is over. */
function dying(w: World, life: Life) {
  const binding = `STUDIOS_${w.shard}` as const
  const env = { ...w.env, [binding]: mortal(w.env[binding], life) }
  const db = studioDb(env, w.studio, new Meter())
  return {
    asMember: (person: Person) => ({ ...w.asMember(person, now), db }),
    asDesk: () => ({ ...w.asDesk(now), db }),
  }
}

test('killed at 50 points of 1,000 mixed writes there is one truth, and nothing acknowledged is lost', async () => {
  const w = await world()
  const chance = new Chance(process.env.SEED ?? 'mixed writes')
  const people = await w.givenPeople(Array.from({ length: 25 }, (_, i) => `Person ${i}`))
  for (const person of people) await w.givePack(person, { credits: 60 })
  const classes: string[] = []
  for (let day = 13; day < 33; day += 1) {
    const date = new Date(Date.UTC(2026, 9, day)).toISOString().slice(0, 10)
    classes.push(await w.givenClass({ localStart: `${date}T18:30`, capacity: 6 }))
  }
  const dies = new Set<number>()
  while (dies.size < kills) dies.add(chance.between(1, presses))
  const pick = <Item>(items: readonly Item[]) => items[chance.between(0, items.length - 1)] as Item
  /** What was acknowledged last, by class and person: whether they have a booking that counts. */
  const told = new Map<string, boolean>()
  let killed = 0
  for (let i = 1; i <= presses; i += 1) {
    const [person, id, act] = [pick(people), pick(classes), chance.between(0, 9)]
    const mine = await bookingOf(w, id, person)
    const places = chance.between(4, 9)
    const press = async (life: Life) => {
      const as = dying(w, life)
      if (act < 5) return { ...(await bookClass(as.asMember(person), id)), holds: true }
      if (act < 8 && mine)
        return { ...(await cancelBooking(as.asMember(person), mine.id)), holds: false }
      if (act === 8) return { ...(await changeCapacity(as.asDesk(), id, places)), holds: null }
      return { ...(await addWalkIn(as.asDesk(), id, { personId: person.id })), holds: true }
    }
    const forever: Life = { calls: Number.POSITIVE_INFINITY, after: false, spent: 0 }
    if (dies.has(i)) {
      const life = { calls: chance.between(1, 4), after: chance.happens(0.5), spent: 0 }
      await press(life).catch(() => {
        killed += 1
      })
    }
    const answer = await press(forever)
    if (answer.ok && answer.holds !== null) told.set(`${id} ${person.id}`, answer.holds)
  }
  await finish(w, now)
  expect(killed).toBeGreaterThan(kills / 2)
  expect(await broken(w)).toEqual([])
  const lost: string[] = []
  for (const [key, holds] of told) {
    const [id = '', personId = ''] = key.split(' ')
    const rows = await w.db.all(sql`
      SELECT id FROM bookings WHERE studio_id = ${w.studio.id} AND occurrence_id = ${id}
        AND person_id = ${personId} AND state IN ('booked','waitlisted','checked_in')`)
    if (rows.length !== Number(holds)) lost.push(`${key}: ${rows.length}, told ${holds}`)
  }
  expect(lost).toEqual([])
})
