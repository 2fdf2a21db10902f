import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import * as tables from '#app/db/studio/schema.ts'
import { saveClassType } from '#app/domain/scheduling/class-types/save-class-type.server.ts'
import { changeSeries } from '#app/domain/scheduling/series/change-series.server.ts'
import { createSeries } from '#app/domain/scheduling/series/create-series.server.ts'
import { classPage } from '#app/domain/timetable/class-page.server.ts'
import { bookTrial } from '#app/domain/trials/book-trial.server.ts'
import { newId } from '#app/values/id.ts'
import { bookingOf, rosterOf } from '../../../../tests/support/bookings.ts'
import { givenCourse } from '../../../../tests/support/courses.ts'
import { givenTouch } from '../../../../tests/support/leads.ts'
import { type World, world } from '../../../../tests/support/world.ts'
import { bookClass } from '../booking/book-class.server.ts'
import { cancelBooking } from '../cancelling/cancel-booking.server.ts'
import { addWalkIn } from '../roster/add-walk-in.server.ts'
import { capacityForm, placesVersion } from '../roster/desk-forms.ts'
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

test('trials of a form and standing places leave the kept place, and staff give it for a trial', async () => {
  const { w, occurrence, people, book } = await fourAndOne({ waitlistLimit: 0 })
  for (const nth of [0, 1, 2]) await book(nth)
  const lead = await givenTouch(w, now, { email: 'a@b.test' })
  const trial = (byForm: boolean) => bookTrial(w.asDesk(now), lead.leadId, occurrence, { byForm })
  expect(await trial(true)).toMatchObject({
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
  expect(await trial(false)).toMatchObject({ ok: true })
  expect(await trial(false)).toMatchObject({ again: true })
})

test('members are told of kept places that are free, and of none once the desk has given them', async () => {
  const { book, walkIn, left } = await fourAndOne()
  for (const nth of [0, 1, 2]) await book(nth)
  expect(await left()).toEqual([0, 3, 1])
  await walkIn(4)
  expect(await left()).toEqual([0, 4, 0])
})

test('where equipment leaves fewer places fewer are kept: one can always be booked', async () => {
  const { w, occurrence, book, walkIn, left } = await fourAndOne({ waitlistLimit: 0 })
  await changeCapacity(w.asDesk(now), occurrence, 4, { walkIns: 2 })
  const studioId = w.studio.id
  const hoops = newId()
  await w.db
    .insert(tables.equipment)
    .values({ studioId, id: hoops, name: 'Hoop', quantity: 2, outOfService: 0 })
  await w.db
    .insert(tables.equipmentNeeds)
    .values({ studioId, equipmentId: hoops, classTypeId: w.ids.poleType })
  const outOf = (n: number) =>
    w.db.run(sql`UPDATE equipment SET out_of_service = ${n} WHERE studio_id = ${studioId}`)
  expect([await left(), await left()]).toEqual([
    [1, 1, 1],
    [1, 1, 1],
  ])
  expect(await findClassAtDesk(w.at(now), occurrence)).toMatchObject({ capacity: 2, walkIns: 1 })
  await outOf(1)
  expect(await left()).toEqual([1, 1, 0])
  expect(await book(0)).toMatchObject({ ok: true })
  expect(await book(1)).toMatchObject({ ok: false, reason: 'class_full', facts: { capacity: 1 } })
  await outOf(0)
  expect(await walkIn(2)).toMatchObject({ ok: true })
  expect(await walkIn(3)).toMatchObject({ ok: false, facts: { capacity: 2 } })
})

test('the desk gives the kept place only: what can be booked is for those who wait and can pay', async () => {
  const { w, occurrence, people, book, walkIn } = await fourAndOne()
  for (const nth of [0, 1, 2, 3]) await book(nth)
  // Nobody has promoted yet: two places are free, one of them for the person who waits.
  await w.db.run(sql`UPDATE bookings SET state = 'cancelled', ended_at = ${now}
    WHERE occurrence_id = ${occurrence} AND person_id = ${people[0]!.id}`)
  const given = await Promise.all([walkIn(4), walkIn(5)])
  expect(given.filter(({ ok }) => ok)).toHaveLength(1)
  expect(given.find(({ ok }) => !ok)).toMatchObject({ reason: 'class_full' })
  await promoteOpenPlaces(w.at(now))
  expect(await rosterOf(w, occurrence)).toMatchObject({ booked: 4 })
})

test('no places are kept of a session of a course, whose places are sold with it', async () => {
  const w = await world()
  const { id } = await givenCourse(w)
  const [session] = await w.db.all<{ id: string; capacity: number }>(sql`
    SELECT id, capacity FROM occurrences WHERE studio_id = ${w.studio.id} AND series_id = ${id}
    ORDER BY starts_at LIMIT 1`)
  const { id: occurrence, capacity } = session!
  expect(await changeCapacity(w.asDesk(now), occurrence, capacity, { walkIns: 2 })).toEqual({
    ok: false,
    reason: 'no_class',
  })
  expect(
    await changeCapacity(w.asDesk(now), occurrence, capacity - 1, { walkIns: 0 }),
  ).toMatchObject({ ok: true })
})

test('when two people change the places of a class, the second is shown what the first changed', async () => {
  const { w, occurrence } = await fourAndOne()
  const shown = { capacity: 4, walkIns: 1 }
  expect(await changeCapacity(w.asDesk(now), occurrence, 4, { shown, walkIns: 3 })).toMatchObject({
    ok: true,
  })
  expect(await changeCapacity(w.asDesk(now), occurrence, 6, { shown, walkIns: 1 })).toEqual({
    ok: false,
    reason: 'changed',
  })
  expect(await keptOf(w)).toEqual([3])
  expect(capacityForm.parse({ capacity: '6', walkIns: '1', version: placesVersion(4, 1) })).toEqual(
    {
      capacity: 6,
      walkIns: 1,
      version: shown,
    },
  )
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

test('people who wait get a place that the class type keeps no longer', async () => {
  const { w, occurrence, book } = await fourAndOne()
  for (const nth of [0, 1, 2, 3]) await book(nth)
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
  expect(await saveClassType(w.asDesk(now), { ...type, walkIns: 0 }, 1)).toEqual({ ok: true })
  expect(await rosterOf(w, occurrence)).toEqual({ booked: 4 })
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

test('a class that lost places for a while keeps as many as its type does again once it has them back', async () => {
  const { w, occurrence } = await fourAndOne()
  await w.db.run(sql`UPDATE class_types SET walk_ins = 3 WHERE id = ${w.ids.poleType}`)
  await changeCapacity(w.asDesk(now), occurrence, 4, { walkIns: 3 })
  let version = 2
  const placesBecome = async (capacity: number) => {
    const form = {
      scope: 'one' as const,
      version: version++,
      date: '2026-10-15',
      time: '18:30',
      minutes: 60,
      days: [],
      roomId: w.ids.roomId,
      coachId: w.coach.id,
      policyId: w.ids.policyId,
      capacity,
      anyway: 'on',
    }
    expect(await changeSeries(w.asDesk(now), occurrence, form)).toMatchObject({ ok: true })
    return keptOf(w)
  }
  expect(await placesBecome(2)).toEqual([1])
  expect(await placesBecome(8)).toEqual([3])
  // One of its own stays its own.
  await changeCapacity(w.asDesk(now), occurrence, 8, { walkIns: 2 })
  version += 1
  expect(await placesBecome(12)).toEqual([2])
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
