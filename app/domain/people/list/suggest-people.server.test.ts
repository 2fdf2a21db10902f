import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { world } from '../../../../tests/support/world.ts'
import { suggestPeople } from './suggest-people.server.ts'

const first = ['Anna', 'Andre', 'Ben', 'Cleo', 'Dana', 'Emil', 'Fay', 'Gus', 'Hana', 'Ida']
const last = [
  'Smith',
  'Small',
  'Okoro',
  'Park',
  'Reyes',
  'Nguyễn',
  'Łukasz',
  'Holm',
  'Reid',
  'Shah',
]

/** So many people more, of a hundred names in turn. */
async function crowd(people: number) {
  const w = await world()
  const pick = (of: readonly string[], nth: string) =>
    sql`json_extract(${JSON.stringify(of)}, '$[' || (${sql.raw(nth)}) || ']')`
  await w.db.run(sql`
    WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < ${people - 1})
    INSERT INTO people (id, studio_id, name, email, phone, joined_on, created_at)
    SELECT ${w.studio.id} || i, ${w.studio.id}, ${pick(first, 'i % 10')} || ' ' ||
      ${pick(last, 'i / 10 % 10')}, 'p' || i || '@x.test', '07700' || printf('%06d', i),
      '2026-06-01', '2026-06-01T00:00:00Z' FROM n`)
  return w
}

/** What each key costs while `typed` is typed. */
async function keys(w: Awaited<ReturnType<typeof crowd>>, typed: string) {
  const ctx = w.at('2026-10-12T09:00:00Z')
  const costs: { trips: number; rows: number; bytes: number }[] = []
  for (let length = 1; length <= typed.length; length++) {
    const { trips, rows } = w.meter
    const people = await suggestPeople(ctx, typed.slice(0, length))
    const bytes = new TextEncoder().encode(JSON.stringify({ people })).length
    costs.push({ trips: w.meter.trips - trips, rows: w.meter.rows - rows, bytes })
  }
  return costs
}

const highest = (costs: Awaited<ReturnType<typeof keys>>) => ({
  trips: Math.max(...costs.map(({ trips }) => trips)),
  rows: Math.max(...costs.map(({ rows }) => rows)),
  bytes: Math.max(...costs.map(({ bytes }) => bytes)),
})

test('among 10,000 people each key of a search is one trip, 1,000 rows and 1 kB at most', async () => {
  const w = await crowd(10_000)
  for (const typed of ['anna smith', 'nguyễn', 'p9999@x.te', '07700 009999']) {
    const costs = await keys(w, typed)
    expect(highest(costs).trips).toBe(1)
    expect(highest(costs).rows).toBeLessThanOrEqual(1_000)
    expect(highest(costs).bytes).toBeLessThanOrEqual(1_000)
  }
  const found = await suggestPeople(w.at('2026-10-12T09:00:00Z'), 'p9999@x')
  expect(found.map(({ note }) => note)).toEqual(['p9999@x.test'])
}, 400_000)
