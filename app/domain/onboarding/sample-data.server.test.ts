import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { bookClass } from '#app/domain/bookings/booking/book-class.server.ts'
import { recordTaps } from '#app/domain/reception/record-taps.server.ts'
import { newId } from '#app/values/id.ts'
import { databases } from '../../../tests/support/databases.ts'
import { answeredSetup, publishContext } from '../../../tests/support/setups.ts'
import { world } from '../../../tests/support/world.ts'
import { fillSampleData } from './fill-sample-data.server.ts'
import { publishStudio } from './publish-studio.server.ts'
import { findSample } from './sample-page.server.ts'
import { wipeSampleData } from './wipe-sample-data.server.ts'

const left = [
  ...[
    'people',
    'bookings',
    'lots',
    'entries',
    'memberships',
    'person_levels',
    'sample_people',
    'arrivals',
  ],
] as const

async function rowsOf({ db, studio }: Pick<Awaited<ReturnType<typeof world>>, 'db' | 'studio'>) {
  const counts: Record<string, number> = {}
  for (const table of left) {
    const [row] = await db.all<{ n: number }>(
      sql`SELECT count(*) AS n FROM ${sql.raw(table)} WHERE studio_id = ${studio.id}`,
    )
    counts[table] = row?.n ?? 0
  }
  return counts
}

test('a new studio is filled with twelve people who leave half of each class free', async () => {
  const all = await databases()
  const { owner, studioId } = await answeredSetup(all, { capacity: 9 })
  const context = publishContext(all)
  const published = await publishStudio(context, owner, studioId, { listed: true })
  if (!published.ok) throw new Error(published.reason)
  const ctx = { ...context, db: context.shardOf(published.studio), studio: published.studio }
  // Two classes a week for two weeks, four people in each.
  expect(await fillSampleData(ctx)).toEqual({ people: 12, bookings: 16 })
  const sample = await findSample(ctx)
  expect(sample).toMatchObject({ people: 12, bookings: 16, realPeople: 0, realBookings: 0 })
  expect(sample.classes.map(({ places }) => places)).toEqual([5, 5, 5, 5])
  const [overdrawn] = await ctx.db.all<{ n: number }>(sql`
    SELECT count(*) AS n FROM bookings AS b
    WHERE b.studio_id = ${studioId} AND b.lot_id IS NOT NULL AND NOT EXISTS (
      SELECT 1 FROM entries AS entry
      WHERE entry.studio_id = b.studio_id AND entry.booking_id = b.id AND entry.amount = -1)`)
  expect(overdrawn?.n).toBe(0)
})

test('wiping takes the made-up people and all of theirs, and nothing of anyone else', async () => {
  const w = await world()
  const ctx = w.at('2026-06-01T08:00:00Z')
  const classId = await w.givenClass({ localStart: '2026-06-05T18:30', capacity: 12 })
  const before = await rowsOf(w)
  expect(await fillSampleData(ctx)).toEqual({ people: 12, bookings: 6 })
  expect((await bookClass(w.asMember(w.ben), classId)).ok).toBe(true)
  const places = await w.db.all<{ bookingId: string }>(
    sql`SELECT id AS bookingId FROM bookings WHERE studio_id = ${w.studio.id}`,
  )
  const taps = places.map(({ bookingId }) => ({
    key: newId(),
    bookingId,
    method: 'name' as const,
    ago: 0,
    override: '',
  }))
  const came = await recordTaps(w.asDesk('2026-06-05T17:00:00Z'), taps, { mayOverride: true })
  expect(came.map(({ status }) => status)).toEqual(Array(7).fill('done'))

  expect(await wipeSampleData(ctx)).toEqual({ people: 12 })
  expect(await rowsOf(w)).toEqual({
    ...before,
    bookings: 1,
    entries: before.entries! + 1,
    arrivals: 1,
  })
  expect(await findSample(ctx)).toMatchObject({ people: 0, bookings: 0, realBookings: 1 })
  expect(await wipeSampleData(ctx)).toEqual({ people: 0 })
})

test('filling twice, and at once, fills once; after a wipe it may be filled again', async () => {
  const w = await world()
  const ctx = w.at('2026-06-01T08:00:00Z')
  await w.givenClass({ localStart: '2026-06-05T18:30', capacity: 12 })
  await Promise.all([fillSampleData(ctx), fillSampleData(ctx), fillSampleData(ctx)])
  const once = await rowsOf(w)
  expect(once.sample_people).toBe(12)
  expect(await fillSampleData(ctx)).toEqual({ people: 0, bookings: 0 })
  expect(await rowsOf(w)).toEqual(once)
  await wipeSampleData(ctx)
  expect(await fillSampleData(ctx)).toEqual({ people: 12, bookings: 6 })
})

test('the sample data of one studio is nothing to another on the same shard', async () => {
  const [one, , other] = [await world(), await world(), await world()]
  expect(one.shard).toBe(other.shard)
  await fillSampleData(one.at('2026-06-01T08:00:00Z'))
  const before = await rowsOf(one)
  await wipeSampleData(other.at('2026-06-01T08:00:00Z'))
  expect(await rowsOf(one)).toEqual(before)
})
