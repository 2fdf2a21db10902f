import { sql } from 'drizzle-orm'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { slotsPage } from '#app/domain/appointments/appointment-pages.server.ts'
import { blockSpan } from '#app/domain/facilities/block-span.server.ts'
import { saveRoom } from '#app/domain/facilities/save-room.server.ts'
import { changeSeries } from '#app/domain/scheduling/series/change-series.server.ts'
import { createSeries, type NewSeries } from '#app/domain/scheduling/series/create-series.server.ts'
import { moveOccurrence } from '#app/domain/scheduling/series/move-occurrence.server.ts'
import { clashesOf } from '#app/domain/timetable/desk-calendar/calendar-clashes.ts'
import { addMinutes } from '#app/values/instant.ts'
import { givenAppointments } from '../../../tests/support/appointments.ts'
import { world } from '../../../tests/support/world.ts'
import { shownMark } from './shown-clashes.ts'

const now = '2026-10-12T09:00:00Z'

/** A pole class on Tuesday 20 October, 18:00 to 19:00, in a room with these minutes. */
async function busyRoom({ turn = 0, setUp = 0, clashes = 'ask' as 'ask' | 'refuse' } = {}) {
  const w = await world({ now })
  const other = await w.givenPerson('Ines Other', { isStaff: true })
  const [room] = await w.db.all<{ version: number; locationId: string }>(
    sql`SELECT version, location_id AS locationId FROM rooms WHERE id = ${w.ids.roomId}`,
  )
  const saved = await saveRoom(
    w.asDesk(now),
    w.ids.roomId,
    {
      name: 'pole studio',
      capacity: 300,
      spots: '',
      location: '',
      locationId: room!.locationId,
      turnRoundMinutes: turn,
      clashes,
    },
    { version: room!.version, newLocationId: 'new' },
  )
  expect(saved).toEqual({ ok: true })
  await w.db.run(sql`UPDATE class_types SET set_up_minutes = ${setUp} WHERE id = ${w.ids.yogaType}`)
  await w.givenClass({ localStart: '2026-10-20T18:00' })
  const add = (firstStart: string, more: Partial<NewSeries> = {}) =>
    createSeries(w.at(now), {
      classTypeId: w.ids.yogaType,
      coachId: other.id,
      roomId: w.ids.roomId,
      policyId: w.ids.policyId,
      firstStart,
      minutes: 30,
      rrule: '',
      capacity: 8,
      ...more,
    })
  return { w, add }
}

test('a room is taken for its turn-round behind a class and for the set-up of the next', async () => {
  const { add } = await busyRoom({ turn: 10, setUp: 20 })
  const close = await add('2026-10-20T19:29')
  expect(close).toMatchObject({ ok: false, reason: 'taken' })
  expect(!close.ok && close.reason === 'taken' && close.facts.taken).toEqual([
    'pole studio is taken Tue 20 Oct, 18:00 to 19:00, by Pole 2: spins, ' +
      'and needs 30 minutes between for turn-round and set-up',
  ])
  expect(await add('2026-10-20T19:30')).toMatchObject({ ok: true })
  // Before the pole class nothing is set up: only the turn-round counts.
  expect(await add('2026-10-20T17:21')).toMatchObject({ ok: false, reason: 'taken' })
  expect(await add('2026-10-20T17:20')).toMatchObject({ ok: true })
})

test('the classes that a weekly series will have keep their room for these minutes too', async () => {
  const { w, add } = await busyRoom({ turn: 15 })
  expect(
    await add('2026-10-21T09:00', {
      rrule: 'FREQ=WEEKLY;BYDAY=WE',
      classTypeId: w.ids.poleType,
      minutes: 60,
    }),
  ).toMatchObject({ ok: true })
  const far = '2027-02-10'
  const free = await w.givenPerson('Kim Free', { isStaff: true })
  expect(await add(`${far}T10:14`, { coachId: free.id })).toMatchObject({ reason: 'taken' })
  expect(await add(`${far}T10:15`, { coachId: free.id })).toMatchObject({ ok: true })
})

test('what clashes can be meant, but not in a room that is never booked twice', async () => {
  for (const clashes of ['ask', 'refuse'] as const) {
    const { add } = await busyRoom({ turn: 10, clashes })
    const asked = await add('2026-10-20T19:05')
    if (asked.ok || asked.reason !== 'taken') throw new Error('Nothing is in the way')
    const meant = await add('2026-10-20T19:05', { anyway: shownMark(asked.facts.taken) })
    expect(meant.ok).toBe(clashes === 'ask')
    if (clashes === 'refuse')
      expect(asked.facts.taken[0]).toMatch(/It is never booked twice: choose another room or time$/)
  }
})

test('times of appointments leave the turn-round of the room free on both sides', async () => {
  const startsWith = async (turn: number) => {
    const { w, add } = await busyRoom({ turn })
    const type = await givenAppointments(w)
    expect(await add('2026-10-13T10:30')).toMatchObject({ ok: true })
    const viewer = { personId: w.ben.id, name: w.ben.name, email: w.ben.email }
    const page = await slotsPage(w.asMember(w.ben, now), viewer, type, {
      coach: '',
      day: '2026-10-13',
      moves: '',
    })
    // London is an hour ahead of UTC.
    return (page?.shown.slots ?? []).map(({ startsAt }) => startsAt.slice(11, 16))
  }
  expect(await startsWith(0)).toEqual(expect.arrayContaining(['08:00', '08:15', '08:30', '10:00']))
  const apart = await startsWith(15)
  expect(apart).toEqual(expect.arrayContaining(['08:00', '08:15', '10:15']))
  for (const gone of ['08:30', '10:00']) expect(apart).not.toContain(gone)
})

test('the calendar marks two of a room exactly where their minutes do not reach', () => {
  fc.assert(
    fc.property(
      fc.record({ gap: fc.integer({ min: -30, max: 90 }), turn: fc.nat(60), setUp: fc.nat(60) }),
      ({ gap, turn, setUp }) => {
        const first = '2026-10-20T17:00:00Z'
        const second = addMinutes(first, 60 + gap)
        const item = (id: string, startsAt: string, before: number) => ({
          id,
          roomId: 'room',
          coachId: id,
          startsAt,
          endsAt: addMinutes(startsAt, 60),
          busyFrom: null,
          busyUntil: null,
          roomFrom: addMinutes(startsAt, -before),
          roomUntil: addMinutes(startsAt, 60 + turn),
        })
        const found = clashesOf([item('a', first, 0), item('b', second, setUp)])
        expect(found.length > 0).toBe(gap < turn + setUp)
      },
    ),
  )
})

test('another coach takes a class in a room that was settled before, although its minutes do not reach by now', async () => {
  const { w, add } = await busyRoom({ turn: 0 })
  expect(await add('2026-10-20T19:00')).toMatchObject({ ok: true })
  await w.db.run(sql`UPDATE rooms SET turn_round_minutes = 10, never_twice = 1
    WHERE id = ${w.ids.roomId}`)
  const [one] = await w.db.all<{ id: string }>(sql`SELECT id FROM occurrences
    WHERE studio_id = ${w.studio.id} AND local_start = '2026-10-20T18:00'`)
  const kim = await w.givenPerson('Kim Free', { isStaff: true })
  const change = (time: string) =>
    changeSeries(w.asDesk(now), one!.id, {
      scope: 'one',
      version: 1,
      date: '2026-10-20',
      time,
      minutes: 60,
      days: [],
      roomId: w.ids.roomId,
      coachId: kim.id,
      policyId: w.ids.policyId,
      capacity: 12,
    })
  expect(await change('18:05')).toMatchObject({ ok: false, reason: 'taken' })
  expect(await change('18:00')).toMatchObject({ ok: true })
  // The same by the form that moves a class.
  const move = (coachId: string, time: string) =>
    moveOccurrence(w.asDesk(now), one!.id, { coachId, time, version: 2, anyway: undefined })
  expect(await move(w.coach.id, '18:05')).toMatchObject({ ok: false, reason: 'taken' })
  expect(await move(w.coach.id, '18:00')).toMatchObject({ ok: true })
})

test('a room that goes out of use when a class ends is not in its way, in whichever order they come', async () => {
  const { w, add } = await busyRoom({ turn: 15, setUp: 15 })
  const block = (startsAt: string, endsAt: string) =>
    blockSpan(
      w.asDesk(now),
      { roomId: w.ids.roomId, coachId: null, startsAt, endsAt, reason: 'Painter' },
      { anyway: undefined },
    )
  // The class is from 17:00 to 18:00 UTC.
  expect(await block('2026-10-20T18:00:00Z', '2026-10-20T19:00:00Z')).toMatchObject({ ok: true })
  expect(await block('2026-10-20T17:59:00Z', '2026-10-20T19:00:00Z')).toMatchObject({
    reason: 'in_the_way',
  })
  expect(await add('2026-10-20T20:00')).toMatchObject({ ok: true })
})
