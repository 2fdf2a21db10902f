import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { world } from '../../../../tests/support/world.ts'
import { createSeries, type NewSeries } from './create-series.server.ts'
import { expandSeries } from './expand-series.server.ts'

const now = '2026-10-01T08:00:00Z'

async function studio() {
  const w = await world()
  const valid: NewSeries = {
    classTypeId: w.ids.poleType,
    roomId: w.ids.roomId,
    coachId: w.coach.id,
    policyId: w.ids.policyId,
    firstStart: '2026-10-05T18:30',
    rrule: 'FREQ=WEEKLY;BYDAY=MO',
    minutes: 60,
    capacity: 12,
  }
  const keys = () =>
    w.db.all<{ key: string }>(
      sql`SELECT recurrence_key AS key FROM occurrences WHERE studio_id = ${w.studio.id}
        ORDER BY starts_at`,
    )
  return { w, valid, keys }
}

test('a series exists eight weeks ahead and grows with the days, never twice', async () => {
  const { w, valid, keys } = await studio()

  expect(await createSeries(w.at(now), valid)).toMatchObject({ ok: true, occurrences: 8 })
  expect(await expandSeries(w.at(now))).toBe(0)
  expect(await expandSeries(w.at('2026-10-15T08:00:00Z'))).toBe(2)
  const grown = await Promise.all(
    Array.from({ length: 4 }, () => expandSeries(w.at('2026-10-29T08:00:00Z'))),
  )
  expect(grown.reduce((a, b) => a + b, 0)).toBe(2)

  const all = (await keys()).map((k) => k.key)
  expect(all).toHaveLength(12)
  expect(new Set(all).size).toBe(12)
})

test('hundreds of series that begin later than eight weeks ahead do not keep the others from growing', async () => {
  const { w, valid, keys } = await studio()
  const made = await createSeries(w.at(now), valid)
  await w.db.run(sql`
    WITH RECURSIVE numbers(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM numbers WHERE i < 210)
    INSERT INTO series (id, studio_id, class_type_id, room_id, coach_id, policy_id, first_start,
      time_zone, rrule, minutes, capacity, created_at)
    SELECT source.id || '-' || numbers.i, source.studio_id, source.class_type_id, source.room_id,
      source.coach_id, source.policy_id, '2027-03-01T10:00', source.time_zone, source.rrule,
      source.minutes, source.capacity, source.created_at
    FROM series AS source CROSS JOIN numbers WHERE source.id = ${made.ok ? made.seriesId : ''}`)
  expect(await expandSeries(w.at('2026-10-15T08:00:00Z'))).toBe(2)
  expect(await keys()).toHaveLength(10)
})

test('a weekly class whose first date is long over, as with a year mistyped, has its classes from today on', async () => {
  const { w, valid, keys } = await studio()
  const made = await createSeries(w.at(now), { ...valid, firstStart: '1926-10-04T18:30' })
  expect(made).toMatchObject({ ok: true, occurrences: 8 })
  expect((await keys())[0]).toEqual({ key: '2026-10-05T18:30' })
})

test('a crash between two steps is finished by the next run', async () => {
  const { w, valid, keys } = await studio()
  await createSeries(w.at(now), valid)
  await w.db.run(
    sql`DELETE FROM occurrences WHERE studio_id = ${w.studio.id} AND recurrence_key > '2026-11-01'`,
  )
  await w.db.run(
    sql`UPDATE series SET expanded_until = '2026-10-20' WHERE studio_id = ${w.studio.id}`,
  )

  expect(await expandSeries(w.at(now))).toBe(4)
  expect(await keys()).toHaveLength(8)
})

test('an occurrence that was moved keeps its identity and is not made again', async () => {
  const { w, valid, keys } = await studio()
  await createSeries(w.at(now), valid)
  await w.db.run(sql`
    UPDATE occurrences SET starts_at = '2026-10-06T17:30:00Z', local_start = '2026-10-06T18:30'
    WHERE studio_id = ${w.studio.id} AND recurrence_key = '2026-10-05T18:30'`)
  await w.db.run(sql`UPDATE series SET expanded_until = '' WHERE studio_id = ${w.studio.id}`)

  expect(await expandSeries(w.at(now))).toBe(0)
  expect(await keys()).toHaveLength(8)
})

test('holidays apply before anything is published, and a series that ended makes nothing', async () => {
  const { w, valid, keys } = await studio()
  await createSeries(w.at(now), { ...valid, exceptDates: ['2026-10-12'] })

  expect((await keys()).map((k) => k.key)).not.toContain('2026-10-12T18:30')
  await w.db.run(sql`UPDATE series SET ended_at = ${now} WHERE studio_id = ${w.studio.id}`)
  expect(await expandSeries(w.at('2026-12-01T08:00:00Z'))).toBe(0)
})

test.each<[string, Partial<NewSeries>, object]>([
  ['a day that does not exist', { firstStart: '2026-02-30T18:30' }, { reason: 'bad_start' }],
  ['a time that does not exist', { firstStart: '2026-10-05T24:30' }, { reason: 'bad_start' }],
  ['no time', { firstStart: '2026-10-05' }, { reason: 'bad_start' }],
  [
    'a first start that the rule does not give',
    { firstStart: '2026-10-06T18:30' },
    { reason: 'start_not_in_rule' },
  ],
  [
    'a rule by the minute',
    { rrule: 'FREQ=MINUTELY' },
    { reason: 'bad_rule', facts: { rule: 'too_fine' } },
  ],
  ['no length', { minutes: 0 }, { reason: 'bad_length' }],
  ['half a place', { capacity: 1.5 }, { reason: 'bad_capacity' }],
  ['more places than the room', { capacity: 301 }, { reason: 'over_room' }],
  ['an unknown room', { roomId: 'nothing' }, { reason: 'not_found' }],
  ['an unknown class type', { classTypeId: 'nothing' }, { reason: 'not_found' }],
])('a series with %s is refused and leaves nothing', async (_, wrong, refusal) => {
  const { w, valid, keys } = await studio()

  expect(await createSeries(w.at(now), { ...valid, ...wrong })).toEqual({ ok: false, ...refusal })
  expect(await keys()).toEqual([])
})

test("another studio's room, coach, policy or class type is not found", async () => {
  const { w, valid } = await studio()
  await world()
  const third = await world()
  expect(third.shard).toBe(w.shard)

  for (const foreign of [
    { roomId: third.ids.roomId },
    { coachId: third.coach.id },
    { policyId: third.ids.policyId },
    { classTypeId: third.ids.poleType },
  ]) {
    expect(await createSeries(w.at(now), { ...valid, ...foreign })).toEqual({
      ok: false,
      reason: 'not_found',
    })
  }
})

test('a weekly class that is added at noon has none this morning, but its next this evening or next week', async () => {
  const { w, valid, keys } = await studio()
  const noon = '2026-10-05T11:00:00Z'
  const morning = { ...valid, firstStart: '2026-10-05T07:00' }
  expect(await createSeries(w.at(noon), morning)).toMatchObject({ ok: true })
  expect((await keys())[0]).toEqual({ key: '2026-10-12T07:00' })
  expect(await createSeries(w.at(noon), valid)).toMatchObject({ ok: true })
  expect((await keys())[0]).toEqual({ key: '2026-10-05T18:30' })
})
