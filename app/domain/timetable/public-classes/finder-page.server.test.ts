import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { databases } from '../../../../tests/support/databases.ts'
import { findStudios } from './finder-page.server.ts'

async function givenStudio(
  name: string,
  { town = 'Leeds', disciplines = 'Pole, Yoga', listed = 1, state = 'open' } = {},
) {
  const { directory } = await databases()
  const id = name.toLowerCase().replaceAll(' ', '-')
  await directory.run(sql`
    INSERT INTO studios (id, slug, name, shard, state, listed, time_zone, currency, town,
      disciplines, created_at)
    VALUES (${id}, ${id}, ${name}, 0, ${state}, ${listed}, 'Europe/London', 'GBP', ${town},
      ${disciplines}, '2026-01-01T00:00:00Z')`)
  return id
}

const context = async () => ({
  directory: (await databases()).directory,
  now: '2026-10-13T12:00:00Z',
})

test('a studio is found by the beginning of its name, town or discipline, without accents', async () => {
  await givenStudio('Café Ballet', { town: 'Zürich', disciplines: 'Dance' })
  const found = async (q: string) =>
    (await findStudios(await context(), { q, page: 1 })).studios.map((s) => s.name)

  expect(await found('cafe')).toEqual(['Café Ballet'])
  expect(await found('zur')).toEqual(['Café Ballet'])
  expect(await found('danc ballet')).toEqual(['Café Ballet'])
  expect(await found('danc judo')).toEqual([])
})

test('an unlisted, archived or unfinished studio is never found, and not counted', async () => {
  await givenStudio('Hidden Barre', { listed: 0 })
  await givenStudio('Archived Barre', { state: 'archived' })
  await givenStudio('Unfinished Barre', { state: 'provisioning' })
  const result = await findStudios(await context(), { q: 'barre', page: 1 })

  expect(result).toMatchObject({ studios: [], total: 0 })
})

test('text without a word finds nothing instead of everything', async () => {
  await givenStudio('Anything')
  expect((await findStudios(await context(), { q: '%_"', page: 1 })).total).toBe(0)
})

test('a studio shows its next three classes, none that has begun, and the page takes one trip', async () => {
  const { directory, meter } = await databases()
  const id = await givenStudio('Rope Works', { disciplines: 'Rope' })
  for (const [i, startsAt] of [
    '2026-10-13T11:00:00Z',
    '2026-10-13T18:00:00Z',
    '2026-10-14T18:00:00Z',
    '2026-10-15T18:00:00Z',
    '2026-10-16T18:00:00Z',
  ].entries()) {
    await directory.run(sql`
      INSERT INTO public_classes (occurrence_id, studio_id, title, starts_at, local_start, places,
        capacity, refreshed_at)
      VALUES (${`o${i}`}, ${id}, 'Rope', ${startsAt}, '2026-10-13T19:00', 3, 12,
        '2026-10-13T12:00:00Z')`)
  }
  const before = meter.trips
  const { studios } = await findStudios(await context(), { q: 'rope', page: 1 })

  expect(studios[0]?.next.map((c) => c.occurrenceId)).toEqual(['o1', 'o2', 'o3'])
  expect(meter.trips - before).toBe(1)
})

test('a renamed studio is found by its new name only', async () => {
  const { directory } = await databases()
  const id = await givenStudio('Oldname Dojo')
  await directory.run(sql`UPDATE studios SET name = 'Freshname Dojo' WHERE id = ${id}`)

  expect((await findStudios(await context(), { q: 'oldname', page: 1 })).total).toBe(0)
  expect((await findStudios(await context(), { q: 'freshname', page: 1 })).total).toBe(1)
})

test('only disciplines that an open, listed studio offers are suggested', async () => {
  await givenStudio('Mat House', { disciplines: 'Pilates' })
  await givenStudio('Silent Wall', { disciplines: 'Climbing', listed: 0 })
  const { suggestions } = await findStudios(await context(), { q: '', page: 1 })

  expect(suggestions).toContain('Pilates')
  expect(suggestions).not.toContain('Climbing')
})

test('an account sees the studios it has a place in, unlisted ones too, in the same trip', async () => {
  const { directory, meter } = await databases()
  const hidden = await givenStudio('Backyard Aerial', { listed: 0 })
  const left = await givenStudio('Left Behind')
  for (const [studioId, state] of [
    [hidden, 'active'],
    [left, 'left'],
  ]) {
    await directory.run(sql`
      INSERT INTO affiliations (user_id, studio_id, role_id, person_id, state, created_at)
      VALUES ('mo', ${studioId}, 'member', ${`p-${studioId}`}, ${state}, '2026-01-01T00:00:00Z')`)
  }
  const before = meter.trips
  const { own } = await findStudios(await context(), { q: '', page: 1, userId: 'mo' })

  expect(own.map((s) => s.name)).toEqual(['Backyard Aerial'])
  expect(meter.trips - before).toBe(1)
})
