import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { batch } from '#app/db/batch.server.ts'
import { type World, world } from '../../../tests/support/world.ts'
import { peopleListPage } from '../people/list/people-list-page.server.ts'
import { personFilters } from '../people/list/person-filters.ts'
import { countedOf, countsStatement, metrics } from './metrics.server.ts'
import { birthDates, withFigures } from './people-figures.server.ts'

const now = '2026-06-10T08:00:00Z'

async function counts(w: World) {
  const ctx = w.at(now)
  const { rows } = await batch(w.db, { rows: countsStatement(ctx, metrics) })
  return countedOf(ctx, metrics, rows)
}

/** The rows of a figure: what its address lists. */
async function rowsOf(w: World, path: string) {
  const filters = personFilters.parse(
    Object.fromEntries(new URL(path, 'https://cadence.test').searchParams),
  )
  const list = await peopleListPage(withFigures(w.at(now)), filters, { page: 1, perPage: 50 })
  return list.people
}

test('each figure counts the rows that its address lists', async () => {
  const w = await world()
  const [joined, child, left, ending, owing] = await w.givenPeople([
    'Jo Joined',
    'Bea Birthday',
    'Lee Left',
    'Eve Ending',
    'Otis Owing',
  ])
  await w.db.run(sql`UPDATE people SET joined_on = '2025-01-01' WHERE studio_id = ${w.studio.id}`)
  await w.db.run(sql`UPDATE people SET joined_on = '2026-06-02' WHERE id = ${joined!.id}`)
  await w.db.run(sql`UPDATE people SET birth_date = '1990-06-13' WHERE id = ${child!.id}`)
  await w.givePack(left!, { startsOn: '2026-05-01', expiresOn: '2026-06-05' })
  await w.givePack(ending!, { expiresOn: '2026-06-20' })
  await w.db.run(sql`INSERT INTO open_items (id, studio_id, person_id, kind, subject_id,
      amount_minor, currency, working, state, dedupe_key, created_at)
    VALUES ('item', ${w.studio.id}, ${owing!.id}, 'drop_in', 'x', 900, 'GBP', '', 'open', 'x', ${now})`)
  await w.db.run(sql`INSERT INTO people (id, studio_id, name, prospect, joined_on, created_at)
    VALUES (${`lead-${w.studio.id}`}, ${w.studio.id}, 'Lea Lead', 1, '2026-06-03', ${now})`)
  const classId = await w.givenClass({ localStart: '2026-06-10T18:30' })
  await w.db.run(sql`INSERT INTO bookings (id, studio_id, occurrence_id, person_id, state, policy_id,
    created_at)
    VALUES ('first', ${w.studio.id}, ${classId}, ${joined!.id}, 'booked', 'p', ${now})`)

  const counted = await counts(w)
  const nameOf = Object.fromEntries(counted.map(({ id, n }) => [id, n]))
  expect(nameOf).toMatchObject({
    'members.joined': 1,
    'members.left': 1,
    'members.birthdays': 1,
    'members.first_visits': 1,
    'members.packs_ending': 1,
    'members.owing': 1,
    'members.banned': 0,
  })
  for (const { id, n, path } of counted.filter((one) => one.id.startsWith('members.'))) {
    const { total, items } = await rowsOf(w, path)
    expect([id, total, items.length]).toEqual([id, n, n])
  }
})

test('ids are used once, and every figure says what it counts', () => {
  expect(new Set(metrics.map(({ id }) => id)).size).toBe(metrics.length)
  for (const { definition } of metrics) expect(definition).toMatch(/^[A-Z].{15,}\.$/)
})

test('a figure that nobody knows lists nobody', async () => {
  const w = await world()
  expect((await rowsOf(w, '/?figure=nothing_such')).total).toBe(0)
})

test('someone born on 29 February has a birthday on the last day of February', () => {
  expect(birthDates('2027-02-25')).toContain('2004-02-29')
  expect(birthDates('2028-02-21')).not.toContain('2004-02-29')
  expect(birthDates('2028-02-23')).toContain('2004-02-29')
  expect(birthDates('2027-03-01')).not.toContain('2004-02-29')
})
