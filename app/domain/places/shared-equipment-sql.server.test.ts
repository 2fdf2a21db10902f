import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import * as tables from '#app/db/studio/schema.ts'
import { bookAtDesk } from '#app/domain/appointments/book-at-desk.server.ts'
import { holdSlot } from '#app/domain/appointments/hold-slot.server.ts'
import { bookClass } from '#app/domain/bookings/booking/book-class.server.ts'
import { cancelBooking } from '#app/domain/bookings/cancelling/cancel-booking.server.ts'
import { findClassAtDesk } from '#app/domain/bookings/roster/find-class-at-desk.server.ts'
import { promoteOpenPlaces } from '#app/domain/bookings/waitlist/promote-open-places.server.ts'
import { saveEquipment } from '#app/domain/facilities/save-equipment.server.ts'
import { expandSeries } from '#app/domain/scheduling/series/expand-series.server.ts'
import { moveOccurrence } from '#app/domain/scheduling/series/move-occurrence.server.ts'
import { newId } from '#app/values/id.ts'
import { givenAppointments } from '../../../tests/support/appointments.ts'
import { bookingOf } from '../../../tests/support/bookings.ts'
import { type Person, type World, world } from '../../../tests/support/world.ts'

const now = '2026-10-12T09:00:00Z'

type Given = { quantity?: number; outOfService?: number; roomId?: string | null; types?: string[] }

const hoops = (w: World, { quantity = 8, outOfService = 0, ...more }: Given = {}) => ({
  name: 'Hoops',
  roomId: more.roomId ?? null,
  quantity,
  outOfService,
  defect: '',
  inspectDays: null,
  inspectedOn: null,
  dueOn: null,
  classTypeIds: more.types ?? [w.ids.poleType],
})

/** A studio with hoops that its pole classes share; answers their id. */
async function givenHoops(w: World, given: Given = {}): Promise<string> {
  const id = newId()
  const saved = await saveEquipment(w.asDesk(now), id, hoops(w, given), {
    version: null,
    anyway: true,
  })
  expect(saved.ok).toBe(true)
  return id
}

/** People with memberships. */
async function givenCrowd(w: World, n: number, name = 'Person'): Promise<Person[]> {
  const crowd = await w.givenPeople(Array.from({ length: n }, (_, i) => `${name} ${i}`))
  for (const person of crowd) await w.giveMembership(person)
  return crowd
}

const placesOf = async (w: World, id: string) => {
  const found = await findClassAtDesk(w.asDesk(now), id)
  return `${found?.booked} of ${found?.capacity}`
}

test('two classes that overlap have the hoops together, down to the last one', async () => {
  const w = await world({ now })
  await givenHoops(w)
  const early = await w.givenClass({ capacity: 6 })
  const late = await w.givenClass({ capacity: 6, localStart: '2026-10-15T19:00' })
  const behind = await w.givenClass({ capacity: 6, localStart: '2026-10-15T20:00' })
  const other = await w.givenClass({ capacity: 6, discipline: 'yoga' })
  for (const person of await givenCrowd(w, 5)) await bookClass(w.asMember(person, now), early)
  expect(await placesOf(w, late)).toBe('0 of 3')
  // Where one ends as the other begins, nothing is shared; nor with what needs no hoop.
  expect(await placesOf(w, behind)).toBe('0 of 6')
  expect(await placesOf(w, other)).toBe('0 of 6')
  const crowd = await givenCrowd(w, 4, 'Late')
  for (const person of crowd.slice(0, 3))
    expect(await bookClass(w.asMember(person, now), late)).toMatchObject({ ok: true })
  expect([await placesOf(w, early), await placesOf(w, late)]).toEqual(['5 of 5', '3 of 3'])
  const last = crowd[3]!
  expect(await bookClass(w.asMember(last, now), late)).toMatchObject({ outcome: 'waitlisted' })

  // A hoop that becomes free in one class is a place in the other, for anyone who waits there.
  const given = await w.db.all<{ id: string; personId: string }>(sql`
    SELECT id, person_id AS personId FROM bookings WHERE occurrence_id = ${early} LIMIT 1`)
  await cancelBooking(w.asMember({ ...last, id: given[0]!.personId }, now), given[0]!.id)
  expect(await promoteOpenPlaces(w.at(now))).toBe(1)
  expect((await bookingOf(w, late, last))?.state).toBe('booked')
})

test('of many who book both at the same moment as many have a place as there are hoops', async () => {
  const w = await world({ now, policy: { waitlistLimit: 0 } })
  await givenHoops(w)
  const classes = [
    await w.givenClass({ capacity: 6 }),
    await w.givenClass({ capacity: 6, localStart: '2026-10-15T18:45' }),
  ]
  const crowd = await givenCrowd(w, 12)
  const results = await Promise.all(
    crowd.map((person, i) => bookClass(w.asMember(person, now), classes[i % 2]!)),
  )
  expect(results.filter(({ ok }) => ok)).toHaveLength(8)
})

test('three classes of which the outer two do not meet need as many hoops as are used at one moment', async () => {
  const w = await world({ now })
  await givenHoops(w, { quantity: 5 })
  const first = await w.givenClass({ localStart: '2026-10-15T18:00' })
  const between = await w.givenClass({ localStart: '2026-10-15T18:30' })
  const last = await w.givenClass({ localStart: '2026-10-15T19:00' })
  for (const person of await givenCrowd(w, 3)) await bookClass(w.asMember(person, now), first)
  for (const person of await givenCrowd(w, 2, 'Last'))
    await bookClass(w.asMember(person, now), last)
  expect(await placesOf(w, between)).toBe('0 of 2')
})

test('equipment out of service lowers classes that are made later too, and their places come back with it', async () => {
  const w = await world({ now })
  const id = await givenHoops(w, { quantity: 12, roomId: w.ids.roomId })
  await w.givenSeries({
    localStart: '2026-10-15T18:30',
    rrule: 'FREQ=WEEKLY;BYDAY=TH',
    at: now,
    capacity: 12,
  })
  const out = hoops(w, { quantity: 12, outOfService: 3, roomId: w.ids.roomId })
  const save = (draft: ReturnType<typeof hoops>, version: number) =>
    saveEquipment(w.asDesk(now), id, draft, { version, anyway: true })
  expect(await save(out, 1)).toMatchObject({ ok: true })
  await expandSeries(w.at('2026-12-12T09:00:00Z'))
  const ids = await w.db.all<{ id: string }>(sql`
    SELECT id FROM occurrences WHERE studio_id = ${w.studio.id} ORDER BY starts_at`)
  expect(ids.length).toBeGreaterThan(12)
  expect(await placesOf(w, ids.at(-1)!.id)).toBe('0 of 9')
  await save({ ...out, outOfService: 0 }, 2)
  expect(await placesOf(w, ids.at(-1)!.id)).toBe('0 of 12')
})

test('an appointment that needs a hoop is offered while there is one, and takes it from the class', async () => {
  const w = await world({ now })
  const eve = await w.givenPerson('Eve Coach', { isStaff: true })
  const roomId = newId()
  await w.db
    .insert(tables.rooms)
    .values({ id: roomId, studioId: w.studio.id, locationId: 'l', name: 'studio 2', capacity: 20 })
  const typeId = await givenAppointments(w, {
    coachIds: [eve.id],
    roomIds: [roomId],
    people: 2,
    noticeMinutes: 0,
  })
  await givenHoops(w, { quantity: 4, types: [w.ids.poleType, typeId] })
  const pole = await w.givenClass({ localStart: '2026-10-20T10:00', capacity: 12 })
  const hold = (person: Person, startsAt: string) =>
    holdSlot(w.asMember(person, now), { typeId, coachId: eve.id, startsAt })
  const crowd = await givenCrowd(w, 3)
  for (const person of crowd) await bookClass(w.asMember(person, now), pole)
  expect(await hold(w.ana, '2026-10-20T09:30:00Z')).toEqual({ ok: false, reason: 'not_offered' })
  expect(
    await bookAtDesk(w.asDesk(now), {
      key: newId(),
      typeId,
      personId: w.ben.id,
      coachId: eve.id,
      roomId,
      localStart: '2026-10-20T10:30',
      weeks: 1,
      people: 1,
      guests: '',
    }),
  ).toMatchObject({ failed: [{ reason: 'taken' }] })
  expect(await hold(w.ana, '2026-10-20T10:00:00Z')).toMatchObject({ ok: true })

  const quiet = await w.givenClass({ localStart: '2026-10-27T10:00', capacity: 12 })
  expect(await placesOf(w, quiet)).toBe('0 of 4')
  expect(await hold(w.ben, '2026-10-27T10:00:00Z')).toMatchObject({ ok: true })
  expect(await placesOf(w, quiet)).toBe('0 of 2')
})

test('a class with people is not moved to where its equipment does not reach, unless it is meant', async () => {
  const w = await world({ now })
  await givenHoops(w, { quantity: 4 })
  const eve = await w.givenPerson('Eve Coach', { isStaff: true })
  const roomId = newId()
  await w.db
    .insert(tables.rooms)
    .values({ id: roomId, studioId: w.studio.id, locationId: 'l', name: 'studio 2', capacity: 20 })
  const there = await w.givenClass({ capacity: 4 })
  const id = await w.givenClass({ capacity: 4, localStart: '2026-10-16T18:30' })
  for (const person of await givenCrowd(w, 3)) await bookClass(w.asMember(person, now), there)
  for (const person of await givenCrowd(w, 2, 'Moved')) await bookClass(w.asMember(person, now), id)
  const move = (anyway: boolean) =>
    moveOccurrence(w.asDesk(now), id, {
      date: '2026-10-15',
      roomId,
      coachId: eve.id,
      version: 1,
      anyway,
    })
  const refused = await move(false)
  expect(refused).toMatchObject({
    reason: 'taken',
    facts: { taken: expect.arrayContaining(['Hoops: 5 needed then, 4 there']) },
  })
  expect(await move(true)).toMatchObject({ ok: true })
  // Nobody is dropped, and nobody more gets in.
  expect(await placesOf(w, id)).toBe('2 of 2')
})
