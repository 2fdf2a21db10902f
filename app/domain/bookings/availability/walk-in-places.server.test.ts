import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { saveClassType } from '#app/domain/scheduling/class-types/save-class-type.server.ts'
import { changeSeries } from '#app/domain/scheduling/series/change-series.server.ts'
import { createSeries } from '#app/domain/scheduling/series/create-series.server.ts'
import { classPage } from '#app/domain/timetable/class-page.server.ts'
import { bookTrial } from '#app/domain/trials/book-trial.server.ts'
import { bookingOf, rosterOf } from '../../../../tests/support/bookings.ts'
import { givenTouch } from '../../../../tests/support/leads.ts'
import { type World, world } from '../../../../tests/support/world.ts'
import { bookClass } from '../booking/book-class.server.ts'
import { cancelBooking } from '../cancelling/cancel-booking.server.ts'
import { addWalkIn } from '../roster/add-walk-in.server.ts'
import { findClassAtDesk } from '../roster/find-class-at-desk.server.ts'
import { acceptOffer } from '../waitlist/accept-offer.server.ts'
import { changeCapacity } from '../waitlist/change-capacity.server.ts'
import { promoteOpenPlaces } from '../waitlist/promote-open-places.server.ts'

const now = '2026-10-12T09:00:00Z'

/** A class of four places, one of them kept for walk-ins, and eight people with packs. */
async function fourAndOne(policy = {}) {
  const w = await world({ policy: { waitlistLimit: 5, ...policy } })
  await w.db.run(sql`UPDATE class_types SET walk_ins = 1, drop_in_minor = 1500
    WHERE studio_id = ${w.studio.id} AND id = ${w.ids.poleType}`)
  const occurrence = await w.givenClass({ capacity: 4 })
  const people = await w.givenPeople(['P0', 'P1', 'P2', 'P3', 'P4', 'P5', 'P6', 'P7'])
  for (const person of people) await w.givePack(person)
  const book = (nth: number) => bookClass(w.asMember(people[nth]!, now), occurrence)
  const walkIn = (nth: number) =>
    addWalkIn(w.asDesk(now), occurrence, { personId: people[nth]!.id })
  const left = async () => {
    const page = await classPage(
      w.at(now),
      { personId: people[7]!.id, name: 'P7', email: '', timeZone: null },
      occurrence,
    )
    return [page?.listing.placesLeft, page?.detail.capacity, page?.detail.walkIns]
  }
  return { w, occurrence, people, book, walkIn, left }
}

test('eight who book at the same moment get the three places that can be booked, and the page counts these', async () => {
  const { w, occurrence, people, book, left } = await fourAndOne()
  expect(await left()).toEqual([3, 3, 1])
  await book(0)
  expect(await left()).toEqual([2, 3, 1])
  await Promise.all(people.map((_, i) => book(i)))
  const { booked } = await rosterOf(w, occurrence)
  expect(booked).toBe(3)
  expect(await left()).toEqual([0, 3, 1])
})

test('the desk gives the kept place although people wait, once, and no waitlist does', async () => {
  const { w, occurrence, people, book, walkIn } = await fourAndOne()
  for (const nth of [0, 1, 2, 3]) await book(nth)
  expect(await rosterOf(w, occurrence)).toEqual({ booked: 3, waitlisted: 1 })
  await promoteOpenPlaces(w.at(now))
  expect(await rosterOf(w, occurrence)).toEqual({ booked: 3, waitlisted: 1 })

  const given = await Promise.all([walkIn(4), walkIn(5), walkIn(6)])
  expect(given.filter(({ ok }) => ok)).toHaveLength(1)
  expect(given.find(({ ok }) => !ok)).toMatchObject({
    reason: 'class_full',
    facts: { capacity: 4 },
  })
  // Three who booked and a walk-in: whoever leaves makes no place online, since the last one is kept.
  const first = await bookingOf(w, occurrence, people[0]!)
  await cancelBooking(w.asMember(people[0]!, now), first!.id)
  await promoteOpenPlaces(w.at(now))
  expect(await rosterOf(w, occurrence)).toMatchObject({ booked: 3, waitlisted: 1 })
})

test('a place that was offered stays its person’s when a walk-in takes the kept one meanwhile', async () => {
  const { w, occurrence, people, book, walkIn } = await fourAndOne({ offerMinutes: 30 })
  for (const nth of [0, 1, 2, 3]) await book(nth)
  const first = await bookingOf(w, occurrence, people[0]!)
  await cancelBooking(w.asMember(people[0]!, now), first!.id)
  await promoteOpenPlaces(w.at(now))
  expect(await walkIn(4)).toMatchObject({ ok: true })
  const offer = await bookingOf(w, occurrence, people[3]!)
  expect(await acceptOffer(w.asMember(people[3]!, now), offer!.id)).toMatchObject({ ok: true })
  expect(await rosterOf(w, occurrence)).toMatchObject({ booked: 4 })
})

test('trials of a form and standing places leave the kept place', async () => {
  const { w, occurrence, people, book } = await fourAndOne({ waitlistLimit: 0 })
  for (const nth of [0, 1, 2]) await book(nth)
  const lead = await givenTouch(w, now, { email: 'a@b.test' })
  expect(await bookTrial(w.asDesk(now), lead.leadId, occurrence)).toMatchObject({
    ok: false,
    reason: 'class_full',
    facts: { capacity: 3 },
  })
  const standing = await addWalkIn(w.asDesk(now), occurrence, {
    personId: people[3]!.id,
    booksAhead: true,
  })
  expect(standing).toMatchObject({ ok: false, reason: 'class_full' })
  expect(await book(3)).toMatchObject({ ok: false, reason: 'class_full', facts: { capacity: 3 } })
})

const keptOf = async ({ db, studio }: World) =>
  (
    await db.all<{ kept: number }>(sql`SELECT walk_ins AS kept FROM occurrences
      WHERE studio_id = ${studio.id} ORDER BY starts_at, id`)
  ).map(({ kept }) => kept)

test('a class type’s number counts for classes to come but those with a number of their own, and one place can always be booked', async () => {
  const { w, occurrence } = await fourAndOne()
  const series = await createSeries(w.at(now), {
    classTypeId: w.ids.poleType,
    roomId: w.ids.roomId,
    coachId: w.coach.id,
    policyId: w.ids.policyId,
    firstStart: '2026-10-16T08:00',
    minutes: 60,
    rrule: 'FREQ=DAILY;COUNT=2',
    capacity: 3,
  })
  expect(series).toMatchObject({ ok: true })
  expect(await keptOf(w)).toEqual([1, 1, 1])
  expect(await changeCapacity(w.asDesk(now), occurrence, 4, { walkIns: 0 })).toMatchObject({
    ok: true,
  })
  expect(await changeCapacity(w.asDesk(now), occurrence, 4, { walkIns: 4 })).toEqual({
    ok: false,
    reason: 'bad_walk_ins',
  })
  const type = {
    key: w.ids.poleType,
    name: 'Beginner pole',
    shortName: 'Pole',
    disciplineId: w.ids.pole,
    minutes: 60,
    colour: '',
    icon: '',
    cover: '',
  }
  expect(await saveClassType(w.asDesk(now), { ...type, walkIns: 9 }, 1)).toEqual({ ok: true })
  expect(await keptOf(w)).toEqual([0, 2, 2])
  expect(await saveClassType(w.asDesk(now), { ...type, walkIns: 5 }, 1)).toMatchObject({
    ok: false,
    reason: 'changed',
  })
  expect(await keptOf(w)).toEqual([0, 2, 2])
  expect(await saveClassType(w.asDesk(now), { ...type, walkIns: 1 }, 2)).toEqual({ ok: true })
  expect(await keptOf(w)).toEqual([0, 1, 1])
})

test('a class that is changed to fewer places keeps one that can be booked', async () => {
  const { w, occurrence } = await fourAndOne()
  await changeCapacity(w.asDesk(now), occurrence, 4, { walkIns: 3 })
  const form = {
    scope: 'one' as const,
    version: 2,
    date: '2026-10-15',
    time: '18:30',
    minutes: 60,
    days: [],
    roomId: w.ids.roomId,
    coachId: w.coach.id,
    policyId: w.ids.policyId,
    capacity: 2,
    anyway: 'on',
  }
  expect(await changeSeries(w.asDesk(now), occurrence, form)).toMatchObject({ ok: true })
  expect(await keptOf(w)).toEqual([1])
})

test('the desk sees all places and how many of them are kept; a lower number gives the place to the list', async () => {
  const { w, occurrence, book } = await fourAndOne()
  for (const nth of [0, 1, 2, 3]) await book(nth)
  expect(await findClassAtDesk(w.at(now), occurrence)).toMatchObject({
    capacity: 4,
    ownCapacity: 4,
    walkIns: 1,
    booked: 3,
  })
  expect(await changeCapacity(w.asDesk(now), occurrence, 4, { walkIns: 0 })).toEqual({
    ok: true,
    promoted: 1,
  })
})
