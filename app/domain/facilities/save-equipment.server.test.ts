import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { holdSlot } from '#app/domain/appointments/hold-slot.server.ts'
import { bookClass } from '#app/domain/bookings/booking/book-class.server.ts'
import { shownMark } from '#app/domain/calendar/shown-clashes.ts'
import { placesSql } from '#app/domain/places/shared-equipment-sql.server.ts'
import { newId } from '#app/values/id.ts'
import { givenAppointments } from '../../../tests/support/appointments.ts'
import { rosterOf } from '../../../tests/support/bookings.ts'
import { type World, world } from '../../../tests/support/world.ts'
import { blockSpan, removeBlock } from './block-span.server.ts'
import { dueOn, inspectionState } from './inspection.ts'
import { saveEquipment } from './save-equipment.server.ts'
import { saveRoom } from './save-room.server.ts'

const now = '2026-10-12T09:00:00Z'

test('out of service lowers coming classes that need it, tells them first, and drops nobody', async () => {
  const w = await world()
  const [full, free] = [
    await w.givenClass({ capacity: 12 }),
    await w.givenClass({ capacity: 12, localStart: '2026-10-16T18:30' }),
  ]
  const other = await w.givenClass({
    capacity: 12,
    localStart: '2026-10-17T18:30',
    discipline: 'yoga',
  })
  for (const person of await w.givenPeople(Array.from({ length: 11 }, (_, i) => `Person ${i}`))) {
    await w.giveMembership(person)
    await bookClass(w.asMember(person, now), full)
  }
  const id = newId()
  const poles = (outOfService: number) => ({
    name: 'Poles',
    roomId: w.ids.roomId,
    quantity: 12,
    outOfService,
    defect: 'Pole 3 slips',
    inspectDays: 180,
    inspectedOn: '2026-06-01',
    dueOn: '2026-11-28',
    classTypeIds: [w.ids.poleType],
  })
  expect(
    (await saveEquipment(w.asDesk(now), id, poles(0), { version: null, anyway: false })).ok,
  ).toBe(true)

  const asked = await saveEquipment(w.asDesk(now), id, poles(3), { version: 1, anyway: false })
  if (asked.ok || asked.reason !== 'lowers') throw new Error('Nothing is lowered')
  expect(asked.classes).toEqual([
    expect.stringMatching(/, \w{3} \d+ \w{3}, [\d:]+: 12 places now, then 11, 11 are booked/),
    expect.stringContaining('12 places now, then 9'),
  ])
  const places = () =>
    w.db.all<{ id: string; capacity: number }>(
      sql`SELECT o.id, ${placesSql} AS capacity FROM occurrences AS o
        WHERE o.studio_id = ${w.studio.id}`,
    )
  expect((await places()).map(({ capacity }) => capacity)).toEqual([12, 12, 12])

  // More that would be lowered than was shown is asked about before it is meant.
  const more = await saveEquipment(w.asDesk(now), id, poles(3), {
    version: 1,
    anyway: shownMark(asked.classes.slice(0, 1)),
  })
  expect(more).toMatchObject({ ok: false, reason: 'lowers' })
  const meant = { version: 1, anyway: shownMark(asked.classes) }
  expect((await saveEquipment(w.asDesk(now), id, poles(3), meant)).ok).toBe(true)
  const after = Object.fromEntries((await places()).map((row) => [row.id, row.capacity]))
  expect([after[full], after[free], after[other]]).toEqual([11, 9, 12])
  expect(await rosterOf(w, full)).toEqual({ booked: 11 })
  expect(await saveEquipment(w.asDesk(now), id, poles(3), { version: 1, anyway: true })).toEqual({
    ok: false,
    reason: 'changed',
  })
})

const versionOf = async ({ db, studio, ids }: World) =>
  (
    await db.all<{ version: number }>(
      sql`SELECT version FROM rooms WHERE studio_id = ${studio.id} AND id = ${ids.roomId}`,
    )
  )[0]!.version

test('of two who change a room at once one is refused, with the location it named; the same twice is one change', async () => {
  const w = await world()
  const room = { name: 'pole studio', capacity: 40, spots: '', locationId: '' }
  const save = (more: Partial<typeof room> & { location: string }) =>
    saveRoom(
      w.asDesk(now),
      w.ids.roomId,
      { ...room, ...more },
      { version: 1, newLocationId: newId() },
    )
  const both = await Promise.all([
    save({ location: 'Northgate' }),
    save({ capacity: 30, location: 'Southgate' }),
  ])
  expect(both).toEqual([{ ok: true }, { ok: false, reason: 'changed' }])
  expect(await save({ location: 'Northgate' })).toEqual({ ok: true })
  const rows = sql`studio_id = ${w.studio.id}`
  expect(
    await w.db.all(sql`SELECT capacity, version FROM rooms WHERE id = ${w.ids.roomId}`),
  ).toEqual([{ capacity: 40, version: 2 }])
  expect(
    await w.db.all(sql`SELECT name FROM locations WHERE ${rows} AND name LIKE '%gate'`),
  ).toEqual([{ name: 'Northgate' }])
  expect(
    await w.db.all(sql`SELECT action FROM audit_entries WHERE ${rows} AND action LIKE 'room.%'`),
  ).toEqual([{ action: 'room.changed' }])
})

test('a room is not made smaller than its coming classes', async () => {
  const w = await world()
  await w.givenClass({ capacity: 12 })
  const [row] = await w.db.all<{ locationId: string }>(
    sql`SELECT location_id AS locationId FROM rooms WHERE id = ${w.ids.roomId}`,
  )
  const save = async (capacity: number) =>
    saveRoom(
      w.asDesk(now),
      w.ids.roomId,
      { name: 'pole studio', capacity, spots: '1,2', locationId: row!.locationId, location: '' },
      { version: await versionOf(w), newLocationId: newId() },
    )
  expect(await save(11)).toEqual({ ok: false, reason: 'below_classes', most: 12 })
  expect(await save(12)).toEqual({ ok: true })
})

test('a room moves to each new location that is named, and a name that is there already makes no second one', async () => {
  const w = await world()
  const move = async (location: string) =>
    saveRoom(
      w.asDesk(now),
      w.ids.roomId,
      { name: 'pole studio', capacity: 300, spots: '', locationId: '', location },
      { version: await versionOf(w), newLocationId: newId() },
    )
  const where = async () =>
    (
      await w.db.all<{ name: string }>(
        sql`SELECT location.name FROM rooms AS room
          JOIN locations AS location ON location.id = room.location_id
          WHERE room.id = ${w.ids.roomId}`,
      )
    )[0]?.name
  expect(await move('Northgate')).toEqual({ ok: true })
  expect(await move('Southgate')).toEqual({ ok: true })
  expect(await where()).toBe('Southgate')
  expect(await move('Northgate')).toEqual({ ok: true })
  expect(await where()).toBe('Northgate')
  expect(
    await w.db.all(
      sql`SELECT 1 FROM locations
        WHERE studio_id = ${w.studio.id} AND name IN ('Northgate','Southgate')`,
    ),
  ).toHaveLength(2)
})

test('a block keeps new appointments out of its span and says what is in the way', async () => {
  const w = await world()
  const typeId = await givenAppointments(w)
  await w.givenClass({ localStart: '2026-10-13T09:00' })
  const block = {
    roomId: null,
    coachId: w.coach.id,
    reason: 'Training',
    startsAt: '2026-10-13T08:00:00Z',
    endsAt: '2026-10-13T11:00:00Z',
  }
  const asked = await blockSpan(w.asDesk(now), block, { anyway: false })
  if (asked.ok || asked.reason !== 'in_the_way') throw new Error('Nothing is in the way')
  expect(asked.inTheWay).toEqual([
    expect.stringMatching(/^Pole 2: spins, Tue 13 Oct, 09:00: 0 people/),
  ])
  // What came since is asked about before it is meant.
  await w.givenClass({ localStart: '2026-10-13T09:30' })
  const again = await blockSpan(w.asDesk(now), block, { anyway: shownMark(asked.inTheWay) })
  if (again.ok || again.reason !== 'in_the_way') throw new Error('What arose was taken as meant')
  expect(again.inTheWay).toHaveLength(2)
  const meant = { anyway: shownMark(again.inTheWay) }
  expect(await blockSpan(w.asDesk(now), block, meant)).toEqual({ ok: true })
  const hold = (startsAt: string) =>
    holdSlot(w.asMember(w.ana, now), { typeId, coachId: w.coach.id, startsAt })
  expect(await hold('2026-10-13T10:00:00Z')).toEqual({ ok: false, reason: 'not_offered' })
  const [row] = await w.db.all<{ id: string }>(
    sql`SELECT id FROM blocks WHERE studio_id = ${w.studio.id}`,
  )
  await removeBlock(w.asDesk(now), row!.id)
  expect((await hold('2026-10-13T10:00:00Z')).ok).toBe(true)
})

test('an inspection is soon for two weeks, due on its day and overdue after it', () => {
  expect(dueOn(180, '2026-06-01', '2026-10-12')).toBe('2026-11-28')
  expect(dueOn(180, null, '2026-10-12')).toBe('2026-10-12')
  expect(inspectionState('2026-11-28', '2026-11-13').kind).toBe('ok')
  expect(inspectionState('2026-11-28', '2026-11-14').kind).toBe('soon')
  expect(inspectionState('2026-11-28', '2026-11-28')).toMatchObject({ kind: 'soon', days: 0 })
  expect(inspectionState('2026-11-28', '2026-11-29').kind).toBe('overdue')
})

test('of two who give equipment one name at the same moment one is refused and neither fails', async () => {
  const w = await world()
  const draft = (name: string) => ({
    name,
    roomId: null,
    quantity: 8,
    outOfService: 0,
    defect: '',
    inspectDays: null,
    inspectedOn: null,
    dueOn: null,
    classTypeIds: [],
  })
  const ids = [newId(), newId(), newId(), newId()]
  for (const [i, id] of ids.entries())
    await saveEquipment(w.asDesk(now), id, draft(`Hoops ${i}`), { version: null, anyway: false })
  const named = await Promise.all(
    ids.map((id) =>
      saveEquipment(w.asDesk(now), id, draft('Hoops'), { version: 1, anyway: false }),
    ),
  )
  expect(named.filter(({ ok }) => ok)).toHaveLength(1)
})
