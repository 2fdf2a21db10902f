import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { batch } from '#app/db/batch.server.ts'
import {
  balanceOf,
  bookingOf,
  mailTo,
  noticesOf,
  rosterOf,
} from '../../../../tests/support/bookings.ts'
import { type World, world } from '../../../../tests/support/world.ts'
import { bookClass } from '../booking/book-class.server.ts'
import { cancelBooking } from '../cancelling/cancel-booking.server.ts'
import { addWalkIn } from '../roster/add-walk-in.server.ts'
import { joinWish } from './join-wish.server.ts'
import { leaveWish } from './leave-wish.server.ts'
import { promoteFrom, promoteWaitlist } from './promote-waitlist.server.ts'
import { promotionFactStatements } from './promotion-facts.server.ts'

const now = '2026-10-12T09:00:00Z'

/** Full classes of one place on these days, each with who holds it. */
async function fullClasses(w: World, days: readonly string[]) {
  const holders = await w.givenPeople(days.map((_, i) => `Holder ${i}`))
  const classes: { id: string; free: () => Promise<unknown> }[] = []
  for (const [i, day] of days.entries()) {
    const id = await w.givenClass({ localStart: `${day}T18:30`, capacity: 1 })
    const holder = holders[i]!
    await w.giveMembership(holder)
    const booked = await bookClass(w.asMember(holder, now), id)
    if (!booked.ok) throw new Error(booked.reason)
    classes.push({ id, free: () => cancelBooking(w.asMember(holder, now), booked.booking.id) })
  }
  return classes
}

const wishOf = async (w: World, id: string) =>
  (
    await w.db.all<{ state: string; bookingId: string | null }>(
      sql`SELECT state, booking_id AS bookingId FROM wishes
        WHERE studio_id = ${w.studio.id} AND id = ${id}`,
    )
  )[0]

test('several full classes are one wish, and the first that opens wins and drops the rest', async () => {
  const w = await world()
  const [one, two, three] = await fullClasses(w, ['2026-10-15', '2026-10-16', '2026-10-17'])

  const result = await joinWish(w.asMember(w.ben, now), one!.id, {
    key: 'w1',
    also: [two!.id, three!.id],
  })
  expect(result).toMatchObject({ ok: true, wishId: 'w1', joined: [{}, {}, {}], failed: [] })
  expect((await mailTo(w, w.ben)).map(({ subject }) => subject)).toEqual([
    'You’re waiting for any of 3 classes',
  ])
  // Sent twice it is one wish with one place in each list.
  await joinWish(w.asMember(w.ben, now), one!.id, { key: 'w1', also: [two!.id, three!.id] })
  expect(await rosterOf(w, two!.id)).toEqual({ booked: 1, waitlisted: 1 })

  await two!.free()

  expect((await bookingOf(w, two!.id, w.ben))!.state).toBe('booked')
  expect((await bookingOf(w, one!.id, w.ben))!.state).toBe('left')
  expect((await bookingOf(w, three!.id, w.ben))!.state).toBe('left')
  expect(await balanceOf(w, w.benLot)).toBe(9)
  expect(await wishOf(w, 'w1')).toEqual({
    state: 'won',
    bookingId: (await bookingOf(w, two!.id, w.ben))!.id,
  })
  const [notice] = await noticesOf(w, w.ben)
  expect(notice!.text).toContain(
    'You’ve left the waitlist of Pole 2: spins, Thu 18:30 and Pole 2: spins, Sat 18:30',
  )
})

test('two classes that open in the same instant win once, and the other place goes to the next', async () => {
  for (let round = 0; round < 4; round += 1) {
    const w = await world()
    const [one, two] = await fullClasses(w, ['2026-10-15', '2026-10-16'])
    await joinWish(w.asMember(w.ben, now), one!.id, { key: `race${round}`, also: [two!.id] })
    const next = await w.givenPerson('Nia Next')
    await w.giveMembership(next)
    for (const { id } of [one!, two!]) await bookClass(w.asMember(next, now), id)

    await w.db.run(
      sql`UPDATE occurrences SET capacity = 2
        WHERE studio_id = ${w.studio.id} AND id IN (${one!.id}, ${two!.id})`,
    )
    await Promise.all([one!, two!, one!, two!].map(({ id }) => promoteWaitlist(w.at(now), id)))

    const mine = await Promise.all([one!, two!].map(({ id }) => bookingOf(w, id, w.ben)))
    expect(mine.map((b) => b!.state).sort()).toEqual(['booked', 'left'])
    expect(await balanceOf(w, w.benLot)).toBe(9)
    const lost = mine[0]!.state === 'left' ? one! : two!
    expect((await bookingOf(w, lost.id, next))!.state).toBe('booked')
  }
})

test('a list joined before becomes part of the wish and keeps its place', async () => {
  const w = await world()
  const [one, two] = await fullClasses(w, ['2026-10-15', '2026-10-16'])
  await bookClass(w.asMember(w.ben, now), one!.id)
  const before = await bookingOf(w, one!.id, w.ben)
  await bookClass(w.asMember(w.ana, now), one!.id)

  await joinWish(w.asMember(w.ben, now), one!.id, { key: 'w2', also: [two!.id] })

  expect(await bookingOf(w, one!.id, w.ben)).toEqual(before)
  await one!.free()
  expect((await bookingOf(w, one!.id, w.ben))!.state).toBe('booked')
  expect((await bookingOf(w, two!.id, w.ben))!.state).toBe('left')
})

test('a list that becomes part of a wish while its place is given wins the wish', async () => {
  const w = await world()
  const [one, two] = await fullClasses(w, ['2026-10-15', '2026-10-16'])
  await bookClass(w.asMember(w.ben, now), one!.id)
  await w.db.run(sql`UPDATE occurrences SET capacity = 2 WHERE id = ${one!.id}`)
  const before = await batch(w.db, promotionFactStatements(w.at(now), one!.id))
  await w.db.run(sql`UPDATE occurrences SET capacity = 1 WHERE id = ${one!.id}`)
  await joinWish(w.asMember(w.ben, now), one!.id, { key: 'wish-between', also: [two!.id] })
  await w.db.run(sql`UPDATE occurrences SET capacity = 2 WHERE id = ${one!.id}`)

  expect(await promoteFrom(w.at(now), one!.id, before)).toBe(1)
  await two!.free()

  expect((await bookingOf(w, one!.id, w.ben))!.state).toBe('booked')
  expect((await bookingOf(w, two!.id, w.ben))!.state).toBe('left')
  expect(await wishOf(w, 'wish-between')).toMatchObject({ state: 'won' })
  expect(await balanceOf(w, w.benLot)).toBe(9)
})

test('a place that the desk gives on such a list wins the wish too', async () => {
  const w = await world()
  const [one, two] = await fullClasses(w, ['2026-10-15', '2026-10-16'])
  await bookClass(w.asMember(w.ben, now), one!.id)
  let looks = 0
  const between = new Proxy(w.db.$client, {
    get: (target, key) =>
      key === 'batch'
        ? async (statements: D1PreparedStatement[]) => {
            const answer = await target.batch(statements)
            looks += 1
            if (looks === 1) {
              await joinWish(w.asMember(w.ben, now), one!.id, {
                key: 'wish-at-desk',
                also: [two!.id],
              })
              await w.db.run(sql`UPDATE occurrences SET capacity = 2 WHERE id = ${one!.id}`)
            }
            return answer
          }
        : (target[key as 'prepare'] as unknown as () => unknown).bind(target),
  })
  const db = Object.create(w.db, { $client: { value: between } }) as typeof w.db

  expect(await addWalkIn({ ...w.asDesk(now), db }, one!.id, { personId: w.ben.id })).toMatchObject({
    ok: true,
  })
  await two!.free()

  expect((await bookingOf(w, two!.id, w.ben))!.state).toBe('left')
  expect(await wishOf(w, 'wish-at-desk')).toMatchObject({ state: 'won' })
  expect(await balanceOf(w, w.benLot)).toBe(9)
})

test('a class with places is not waited for, and is told', async () => {
  const w = await world()
  const [one] = await fullClasses(w, ['2026-10-15'])
  const open = await w.givenClass({ localStart: '2026-10-16T18:30' })

  expect(
    await joinWish(w.asMember(w.ben, now), one!.id, { key: 'w3', also: [open] }),
  ).toMatchObject({
    ok: true,
    joined: [{ occurrenceId: one!.id }],
    failed: [{ occurrenceId: open, why: { reason: 'has_places' } }],
  })
  expect(await joinWish(w.asMember(w.ben, now), open, { key: 'w4', also: [] })).toEqual({
    ok: false,
    why: { reason: 'has_places' },
  })
  expect(await wishOf(w, 'w4')).toBeUndefined()
  expect(await joinWish(w.asMember(w.cleo, now), one!.id, { key: 'w5', also: [] })).toMatchObject({
    ok: false,
    why: { reason: 'no_entitlement' },
  })
})

test('one list or all of a wish can be left, and a wish without lists is over', async () => {
  const w = await world()
  const [one, two, three] = await fullClasses(w, ['2026-10-15', '2026-10-16', '2026-10-17'])
  await joinWish(w.asMember(w.ben, now), one!.id, { key: 'w6', also: [two!.id, three!.id] })

  await cancelBooking(w.asMember(w.ben, now), (await bookingOf(w, one!.id, w.ben))!.id)
  expect(await wishOf(w, 'w6')).toMatchObject({ state: 'open' })
  expect(await leaveWish(w.asMember(w.ana, now), 'w6')).toBe('not_found')
  expect(await leaveWish(w.asMember(w.ben, now), 'w6')).toBe('left')
  expect(await leaveWish(w.asMember(w.ben, now), 'w6')).toBe('again')

  expect((await bookingOf(w, three!.id, w.ben))!.state).toBe('left')
  expect(await wishOf(w, 'w6')).toMatchObject({ state: 'dropped' })
})

test('whatever happens at once, a wish wins at most one place and leaves no list behind', async () => {
  for (let round = 0; round < 4; round += 1) {
    const w = await world()
    const classes = await fullClasses(w, ['2026-10-15', '2026-10-16', '2026-10-17'])
    const ids = classes.map(({ id }) => id)
    const people = await w.givenPeople(['Ada', 'Bo', 'Cy', 'Di'])
    for (const person of people) await w.giveMembership(person)
    const wish = (person: number, first: number) =>
      joinWish(w.asMember(people[person]!, now), ids[first]!, {
        key: `mix${round}-${person}`,
        also: ids,
      })
    await Promise.all([wish(0, 0), wish(1, 1)])

    // Places open while others join, are promoted, press twice and leave.
    await Promise.all([
      ...classes.map(({ free }) => free()),
      wish(2, 2),
      wish(0, 1),
      wish(3, 0),
      ...ids.map((id) => promoteWaitlist(w.at(now), id)),
      leaveWish(w.asMember(people[1]!, now), `mix${round}-1`),
    ])
    for (const id of ids) await promoteWaitlist(w.at(now), id)

    const offences = await w.db.all(sql`
      SELECT wish.id, wish.state, count(*) FILTER (WHERE b.state = 'booked') AS won,
        count(*) FILTER (WHERE b.state = 'waitlisted') AS waiting
      FROM wishes AS wish JOIN bookings AS b ON b.studio_id = wish.studio_id AND b.wish_id = wish.id
      WHERE wish.studio_id = ${w.studio.id} GROUP BY wish.id
      HAVING won > 1 OR (won = 1) <> (wish.state = 'won')
        OR (waiting > 0) <> (wish.state = 'open')`)
    expect(offences).toEqual([])
    const [stuck] = await w.db.all<{ n: number }>(sql`
      SELECT count(*) AS n FROM occurrences AS o WHERE o.studio_id = ${w.studio.id}
        AND EXISTS (SELECT 1 FROM bookings AS b
          WHERE b.occurrence_id = o.id AND b.state = 'waitlisted')
        AND (SELECT count(*) FROM bookings AS b WHERE b.occurrence_id = o.id AND b.state = 'booked')
          < o.capacity`)
    expect(stuck!.n).toBe(0)
  }
})
