import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { holdSlot } from '#app/domain/appointments/hold-slot.server.ts'
import { bookClass } from '#app/domain/bookings/booking/book-class.server.ts'
import { placesSql } from '#app/domain/places/shared-equipment-sql.server.ts'
import { newId } from '#app/values/id.ts'
import { givenAppointments } from '../../../tests/support/appointments.ts'
import { rosterOf } from '../../../tests/support/bookings.ts'
import { world } from '../../../tests/support/world.ts'
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
  expect(asked.ok ? [] : 'lowered' in asked && asked.lowered.map(({ booked }) => booked)).toEqual([
    11, 0,
  ])
  const places = () =>
    w.db.all<{ id: string; capacity: number }>(
      sql`SELECT o.id, ${placesSql} AS capacity FROM occurrences AS o
        WHERE o.studio_id = ${w.studio.id}`,
    )
  expect((await places()).map(({ capacity }) => capacity)).toEqual([12, 12, 12])

  expect((await saveEquipment(w.asDesk(now), id, poles(3), { version: 1, anyway: true })).ok).toBe(
    true,
  )
  const after = Object.fromEntries((await places()).map((row) => [row.id, row.capacity]))
  expect([after[full], after[free], after[other]]).toEqual([11, 9, 12])
  expect(await rosterOf(w, full)).toEqual({ booked: 11 })
  expect(await saveEquipment(w.asDesk(now), id, poles(3), { version: 1, anyway: true })).toEqual({
    ok: false,
    reason: 'changed',
  })
})

test('a room is not made smaller than its coming classes', async () => {
  const w = await world()
  await w.givenClass({ capacity: 12 })
  const [row] = await w.db.all<{ locationId: string }>(
    sql`SELECT location_id AS locationId FROM rooms WHERE id = ${w.ids.roomId}`,
  )
  const save = (capacity: number) =>
    saveRoom(
      w.asDesk(now),
      w.ids.roomId,
      { name: 'pole studio', capacity, spots: '1,2', locationId: row!.locationId, location: '' },
      { change: true, newLocationId: newId() },
    )
  expect(await save(11)).toEqual({ ok: false, reason: 'below_classes', most: 12 })
  expect(await save(12)).toEqual({ ok: true })
})

test('a room moves to each new location that is named, and a name that is there already makes no second one', async () => {
  const w = await world()
  const move = (location: string) =>
    saveRoom(
      w.asDesk(now),
      w.ids.roomId,
      { name: 'pole studio', capacity: 300, spots: '', locationId: '', location },
      { change: true, newLocationId: newId() },
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

test('a block keeps new appointments out of its span and says what stands in the way', async () => {
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
  expect(asked.ok ? null : 'rows' in asked && asked.rows.map(({ title }) => title)).toEqual([
    'Pole 2: spins',
  ])
  expect(await blockSpan(w.asDesk(now), block, { anyway: true })).toEqual({ ok: true })
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
