import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { batch } from '#app/db/batch.server.ts'
import { lapseHolds } from '#app/domain/appointments/answer-request.server.ts'
import {
  slotStatements,
  toType,
  typesStatement,
} from '#app/domain/appointments/appointment-queries.server.ts'
import { holdSlot } from '#app/domain/appointments/hold-slot.server.ts'
import { slotsOn } from '#app/domain/appointments/search-slots.server.ts'
import { createSeries } from '#app/domain/scheduling/series/create-series.server.ts'
import type { Instant } from '#app/values/instant.ts'
import { localDateTime } from '#app/values/zone.ts'
import { givenAppointment, givenAppointments, stateOf } from '../support/appointments.ts'
import { type World, world } from '../support/world.ts'

const monday = '2026-10-12T09:00:00Z'
const tuesday = '2026-10-13'
/** The wall of October is an hour ahead of UTC. */
const at = (hour: number, minute = 0): Instant =>
  `${tuesday}T${String(hour - 1).padStart(2, '0')}:${String(minute).padStart(2, '0')}:00Z`

async function starts(
  w: World,
  typeId: string,
  now = monday,
  coachId = w.coach.id,
): Promise<string[]> {
  const ctx = w.at(now)
  const { types, ...rows } = await batch(w.db, {
    types: typesStatement(ctx, sql`appointment_type.id = ${typeId}`),
    ...slotStatements(ctx, { from: tuesday, until: '2026-10-14' }),
  })
  return slotsOn(ctx, toType(types[0]!), coachId, tuesday, rows).map(({ startsAt }) =>
    localDateTime(startsAt, 'Europe/London').slice(11),
  )
}

/** A class of another coach in the same room. */
async function otherClass(w: World, firstStart: string, coachId?: string) {
  const other = coachId ?? (await w.givenPerson('Ines Other', { isStaff: true })).id
  await createSeries(w.at(monday), {
    classTypeId: w.ids.poleType,
    roomId: w.ids.roomId,
    coachId: other,
    policyId: w.ids.policyId,
    firstStart,
    rrule: '',
    minutes: 60,
    capacity: 12,
  })
}

test('the coach is free from 09:00 to 13:00, the room is taken from 10:00 to 11:00', async () => {
  const w = await world()
  const type = await givenAppointments(w)
  await otherClass(w, `${tuesday}T10:00`)

  expect(await starts(w, type)).toEqual(['09:00', '11:00', '11:15', '11:30', '11:45', '12:00'])

  // The buffer of 15 minutes binds the coach: what is booked at 11:00 lets the next begin at 12:15,
  // which is too late.
  await givenAppointment(w, type, w.ana, at(11), monday)
  expect(await starts(w, type)).toEqual(['09:00'])
})

test('a class that the coach teaches themselves binds them with the buffer before it', async () => {
  const w = await world()
  const type = await givenAppointments(w)
  await otherClass(w, `${tuesday}T10:00`, w.coach.id)
  expect(await starts(w, type)).toEqual(['11:00', '11:15', '11:30', '11:45', '12:00'])
})

test('of ten who press the same start at once one gets it, and the same person twice is once', async () => {
  const w = await world()
  const typeId = await givenAppointments(w)
  const ten = await w.givenPeople(Array.from({ length: 10 }, (_, i) => `Person ${i}`))
  const hold = (person: (typeof ten)[number], startsAt: Instant) =>
    holdSlot(w.asMember(person, monday), { typeId, coachId: w.coach.id, startsAt })
  const results = await Promise.all(ten.map((person) => hold(person, at(9))))
  expect(results.filter(({ ok }) => ok)).toHaveLength(1)
  // Anyone who reads when the winner has written is not offered the start any more.
  for (const result of results) {
    if (!result.ok) expect(['taken', 'not_offered']).toContain(result.reason)
  }
  const winner = ten[results.findIndex(({ ok }) => ok)]!
  expect(await hold(winner, at(9))).toMatchObject({ ok: true, again: true })
})

test('of overlapping starts of one coach one is held, and of two coaches who want one room one', async () => {
  const w = await world()
  const ines = await w.givenPerson('Ines Duarte', { isStaff: true })
  const typeId = await givenAppointments(w, { coachIds: [w.coach.id, ines.id] })
  const people = await w.givenPeople(Array.from({ length: 8 }, (_, i) => `Person ${i}`))
  const overlapping = await Promise.all(
    people.map((person, i) =>
      holdSlot(w.asMember(person, monday), {
        typeId,
        coachId: w.coach.id,
        startsAt: at(9, 15 * (i % 4)),
      }),
    ),
  )
  expect(overlapping.filter(({ ok }) => ok)).toHaveLength(1)

  const oneRoom = await Promise.all(
    people.slice(0, 4).map((person, i) =>
      holdSlot(w.asMember(person, '2026-10-19T09:00:00Z'), {
        typeId,
        coachId: i % 2 ? ines.id : w.coach.id,
        startsAt: '2026-10-20T09:00:00Z',
      }),
    ),
  )
  expect(oneRoom.filter(({ ok }) => ok)).toHaveLength(1)
})

test('a hold binds for ten minutes and not a second longer, and the job ends it once', async () => {
  const w = await world()
  const typeId = await givenAppointments(w)
  const held = await holdSlot(w.asMember(w.ana, monday), {
    typeId,
    coachId: w.coach.id,
    startsAt: at(9),
  })
  if (!held.ok) throw new Error(held.reason)
  expect(await starts(w, typeId, '2026-10-12T09:09:59Z')).not.toContain('09:00')
  expect(await lapseHolds(w.at('2026-10-12T09:09:59Z'))).toBe(0)

  expect(await starts(w, typeId, '2026-10-12T09:10:00Z')).toContain('09:00')
  expect(await lapseHolds(w.at('2026-10-12T09:10:00Z'))).toBe(1)
  expect(await lapseHolds(w.at('2026-10-12T09:10:00Z'))).toBe(0)
  expect(await stateOf(w, held.appointmentId)).toBe('lapsed, cancelled')
})
