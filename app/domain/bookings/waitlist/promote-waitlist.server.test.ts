import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { batch } from '#app/db/batch.server.ts'
import { exemptPerson } from '#app/domain/scheduling/policies/exempt-person.server.ts'
import {
  balanceOf,
  bookingOf,
  entriesOf,
  mailTo,
  noticesOf,
  rosterOf,
} from '../../../../tests/support/bookings.ts'
import { type Person, type World, world } from '../../../../tests/support/world.ts'
import { bookClass } from '../booking/book-class.server.ts'
import { cancelBooking } from '../cancelling/cancel-booking.server.ts'
import { changeCapacity } from './change-capacity.server.ts'
import { promoteOpenPlaces } from './promote-open-places.server.ts'
import { promoteFrom, promoteWaitlist } from './promote-waitlist.server.ts'
import { promotionFactStatements } from './promotion-facts.server.ts'

const now = '2026-10-12T09:00:00Z'

async function fullClass(more: { localStart?: string; capacity?: number } = {}) {
  const w = await world()
  const occurrence = await w.givenClass({ capacity: 1, ...more })
  const seated = await w.givenPeople(
    Array.from({ length: more.capacity ?? 1 }, (_, i) => `Seated ${i}`),
  )
  for (const person of seated) {
    await w.giveMembership(person)
    await bookClass(w.asMember(person, now), occurrence)
  }
  return { w, occurrence, seated }
}

/** Changes the places without promoting, as a crash would leave them. */
const setCapacity = (w: World, occurrence: string, places: number) =>
  w.db.run(
    sql`UPDATE occurrences SET capacity = ${places}
      WHERE studio_id = ${w.studio.id} AND id = ${occurrence}`,
  )

const giveUp = async (w: World, person: Person, occurrence: string, at = now) =>
  cancelBooking(w.asMember(person, at), (await bookingOf(w, occurrence, person))!.id)

test('someone who can no longer pay is skipped, told once, and keeps their position', async () => {
  const { w, occurrence, seated } = await fullClass()
  const dan = await w.givenPerson('Dan Empty')
  const lot = await w.givePack(dan, { credits: 1 })
  const elsewhere = await w.givenClass({ localStart: '2026-10-16T18:30' })
  await bookClass(w.asMember(dan, now), occurrence)
  await bookClass(w.asMember(w.ben, now), occurrence)
  await bookClass(w.asMember(dan, now), elsewhere)

  await giveUp(w, seated[0]!, occurrence)

  expect(await bookingOf(w, occurrence, w.ben)).toMatchObject({
    state: 'booked',
    promotedAt: now,
    declineUntil: null,
  })
  expect(await bookClass(w.asMember(dan, now), occurrence)).toMatchObject({
    outcome: 'waitlisted',
    position: 1,
  })
  expect(await noticesOf(w, dan)).toEqual([
    {
      kind: 'booking-skipped',
      text:
        'A place opened in Pole 2: spins, Thu 18:30, but you could not be given it. ' +
        'Your 10-class pack has no credits left. You keep your place on the waitlist.',
    },
  ])

  // A second place that they cannot pay for tells them nothing new; with a credit back they get it.
  await giveUp(w, w.ben, occurrence)
  expect(await noticesOf(w, dan)).toHaveLength(1)
  await giveUp(w, dan, elsewhere)
  expect(await promoteOpenPlaces(w.at(now))).toBe(1)
  expect(await bookingOf(w, occurrence, dan)).toMatchObject({ state: 'booked', lotId: lot })
  expect(await balanceOf(w, lot)).toBe(0)
})

test('someone new may take a place that nobody on the list can pay for', async () => {
  const { w, occurrence, seated } = await fullClass()
  const dan = await w.givenPerson('Dan Empty')
  await w.givePack(dan, { credits: 1 })
  await bookClass(w.asMember(dan, now), occurrence)
  await bookClass(w.asMember(dan, now), await w.givenClass({ localStart: '2026-10-16T18:30' }))
  await giveUp(w, seated[0]!, occurrence)

  expect(await bookClass(w.asMember(w.ana, now), occurrence)).toMatchObject({
    ok: true,
    outcome: 'booked',
  })
})

test('a promotion leaves the waitlists of classes at the same time and says so', async () => {
  const { w, occurrence, seated } = await fullClass()
  const other = await w.givenClass({
    localStart: '2026-10-15T19:00',
    capacity: 1,
    discipline: 'yoga',
  })
  const blocker = await w.givenPerson('Bea Block')
  await w.giveMembership(blocker)
  await bookClass(w.asMember(blocker, now), other)
  await bookClass(w.asMember(w.ana, now), occurrence)
  await bookClass(w.asMember(w.ana, now), other)

  await giveUp(w, seated[0]!, occurrence)

  expect(await bookingOf(w, occurrence, w.ana)).toMatchObject({ state: 'booked' })
  expect(await bookingOf(w, other, w.ana)).toMatchObject({ state: 'left' })
  const mail = (await mailTo(w, w.ana)).find((m) => m.kind === 'booking-promoted')
  expect(mail!.text).toContain('You’ve left the waitlist of Yin yoga, which is at the same time.')
})

test('someone who has booked another class at the same time is skipped', async () => {
  const { w, occurrence, seated } = await fullClass()
  await bookClass(w.asMember(w.ben, now), occurrence)
  await bookClass(
    w.asMember(w.ben, now),
    await w.givenClass({ localStart: '2026-10-15T19:00', discipline: 'yoga' }),
  )

  await giveUp(w, seated[0]!, occurrence)

  expect(await bookingOf(w, occurrence, w.ben)).toMatchObject({ state: 'waitlisted' })
  expect((await noticesOf(w, w.ben))[0]!.text).toContain('It’s at the same time as Yin yoga')
})

test('promotion stops two hours before the start', async () => {
  for (const [at, state] of [
    ['2026-10-15T15:30:00Z', 'booked'],
    ['2026-10-15T15:30:01Z', 'waitlisted'],
  ] as const) {
    const { w, occurrence, seated } = await fullClass()
    await bookClass(w.asMember(w.ben, now), occurrence)
    await giveUp(w, seated[0]!, occurrence, at)
    expect(await bookingOf(w, occurrence, w.ben)).toMatchObject({ state })
  }
})

test('raising the capacity promotes as many as there are new places, in the order of joining', async () => {
  const { w, occurrence } = await fullClass({ capacity: 2 })
  const waiting = await w.givenPeople(['W One', 'W Two', 'W Three'])
  for (const person of waiting) {
    await w.givePack(person)
    await bookClass(w.asMember(person, now), occurrence)
  }

  expect(await changeCapacity(w.asDesk(now), occurrence, 4)).toEqual({ ok: true, promoted: 2 })

  const states = await Promise.all(
    waiting.map(async (p) => (await bookingOf(w, occurrence, p))!.state),
  )
  expect(states).toEqual(['booked', 'booked', 'waitlisted'])
  expect(await entriesOf(w, waiting[0]!)).toEqual(['grant 10', 'book -1'])
})

test('ten promotions at once fill two places once and charge two people once', async () => {
  const { w, occurrence } = await fullClass({ capacity: 1 })
  const waiting = await w.givenPeople(['W One', 'W Two', 'W Three'])
  for (const person of waiting) {
    await w.givePack(person)
    await bookClass(w.asMember(person, now), occurrence)
  }
  await setCapacity(w, occurrence, 3)

  const promoted = await Promise.all(
    Array.from({ length: 10 }, () => promoteWaitlist(w.at(now), occurrence)),
  )

  expect(promoted.reduce((a, b) => a + b, 0)).toBe(2)
  expect(await rosterOf(w, occurrence)).toEqual({ booked: 3, waitlisted: 1 })
  for (const person of waiting.slice(0, 2)) {
    expect(await entriesOf(w, person)).toEqual(['grant 10', 'book -1'])
    expect((await mailTo(w, person)).filter((m) => m.kind === 'booking-promoted')).toHaveLength(1)
  }
})

test('a promotion that read before the world changed gives no place that is gone and takes no credit that is used', async () => {
  const { w, occurrence } = await fullClass()
  const dan = await w.givenPerson('Dan Once')
  const lot = await w.givePack(dan, { credits: 1 })
  await bookClass(w.asMember(dan, now), occurrence)
  await setCapacity(w, occurrence, 2)
  const read = () => batch(w.db, promotionFactStatements(w.at(now), occurrence))

  const withPlace = await read()
  await setCapacity(w, occurrence, 1)
  expect(await promoteFrom(w.at(now), occurrence, withPlace)).toBe(0)
  expect(await rosterOf(w, occurrence)).toEqual({ booked: 1, waitlisted: 1 })

  await setCapacity(w, occurrence, 2)
  const withCredit = await read()
  await bookClass(w.asMember(dan, now), await w.givenClass({ localStart: '2026-10-16T18:30' }))
  expect(await promoteFrom(w.at(now), occurrence, withCredit)).toBe(0)
  expect(await balanceOf(w, lot)).toBe(0)
  expect(await bookingOf(w, occurrence, dan)).toMatchObject({ state: 'waitlisted', lotId: null })
})

test('someone who joins a list while a place is free is promoted behind those who came first', async () => {
  const { w, occurrence } = await fullClass({ capacity: 1 })
  await bookClass(w.asMember(w.ben, now), occurrence)
  await setCapacity(w, occurrence, 2)

  // The free place is Ben's, who waits; Ana joins behind him and her joining brings him in.
  expect(await bookClass(w.asMember(w.ana, now), occurrence)).toMatchObject({
    outcome: 'waitlisted',
    position: 1,
  })
  expect(await bookingOf(w, occurrence, w.ben)).toMatchObject({ state: 'booked' })
})

test('a cancelled class, a class of another studio and one that does not exist promote nobody', async () => {
  const w = await world()
  await world()
  const third = await world()
  expect(await promoteWaitlist(w.at(now), await third.givenClass())).toBe(0)
  expect(await promoteWaitlist(w.at(now), 'nothing')).toBe(0)
  expect(await changeCapacity(w.asDesk(now), 'nothing', 5)).toEqual({
    ok: false,
    reason: 'not_found',
  })
  expect(await changeCapacity(w.asDesk(now), 'nothing', 0)).toEqual({
    ok: false,
    reason: 'bad_capacity',
  })
})

test('a waitlist is promoted within a minute even when twenty earlier classes have nobody who can pay', async () => {
  const w = await world()
  const classes = await w.givenSeries({
    localStart: '2026-10-15T18:30',
    rrule: 'FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR,SA,SU;COUNT=25',
    at: now,
  })
  const last = classes.at(-1)!
  expect(classes).toHaveLength(25)
  for (const [i, id] of classes.entries())
    await w.db.run(sql`
      INSERT INTO bookings (id, studio_id, occurrence_id, person_id, state, policy_id, created_at)
      VALUES (${`waits-${i}-${w.studio.id}`}, ${w.studio.id}, ${id},
        ${id === last ? w.ben.id : w.cleo.id}, 'waitlisted', ${w.ids.policyId}, ${now})`)
  for (const minute of ['00', '01']) await promoteOpenPlaces(w.at(`2026-10-12T09:${minute}:00Z`))
  expect((await bookingOf(w, last, w.ben))?.state).toBe('booked')
})

test('the letter of a promotion names no fee to someone who is exempt from it', async () => {
  const { w, occurrence, seated } = await fullClass()
  await exemptPerson(w.asDesk(now), { set: 'Classes', who: w.ben.email, reason: 'Works here' })
  await bookClass(w.asMember(w.ben, now), occurrence)
  await bookClass(w.asMember(w.ana, now), occurrence)
  await giveUp(w, seated[0]!, occurrence)
  await setCapacity(w, occurrence, 2)
  await promoteWaitlist(w.at(now), occurrence)
  const [ben, ana] = [(await mailTo(w, w.ben)).at(-1)!, (await mailTo(w, w.ana)).at(-1)!]
  expect([ben.kind, ana.kind]).toEqual(['booking-promoted', 'booking-promoted'])
  expect(ben.text).not.toContain('£5.00')
  expect(ana.text).toContain('£5.00')
})
