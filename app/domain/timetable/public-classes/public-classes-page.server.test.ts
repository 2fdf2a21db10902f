import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { bookClass } from '#app/domain/bookings/booking/book-class.server.ts'
import { world } from '../../../../tests/support/world.ts'
import { publicClassFilters } from './public-class-filters.ts'
import { publicClassesPage, publicClassPage } from './public-classes-page.server.ts'
import { refreshPublicClasses } from './refresh-public-classes.server.ts'

const now = '2026-10-12T09:00:00Z'

/** A world whose studio the directory knows, in a town of its own. */
async function listedWorld() {
  const w = await world()
  const studio = { ...w.studio, town: `Town ${w.studio.id}` }
  await w.directory.run(sql`
    INSERT INTO studios (id, slug, name, shard, state, listed, time_zone, currency, town,
      disciplines, created_at)
    VALUES (${studio.id}, ${studio.slug}, ${studio.name}, ${studio.shard}, 'open', 1,
      'Europe/London', 'GBP', ${studio.town}, '', ${now})`)
  const refresh = (listed = true, at = now) =>
    refreshPublicClasses(w.directory, { ...w.at(at), studio: { ...studio, listed } })
  const find = (search: Record<string, string> = {}, at = now) =>
    publicClassesPage(
      { directory: w.directory, now: at },
      publicClassFilters.parse({ town: studio.town, ...search }),
    )
  const titles = async (search: Record<string, string> = {}) =>
    (await find(search)).classes.map((one) => one.localStart)
  return { w, studio, refresh, find, titles }
}

test('the finder tells classes of listed studios by discipline, day, time of day, level, price and places', async () => {
  const { w, studio, refresh, find, titles } = await listedWorld()
  const pole = await w.givenClass({ localStart: '2026-10-15T18:30', capacity: 1 })
  await w.givenClass({ localStart: '2026-10-16T07:00', discipline: 'yoga' })
  await w.givenClass({ localStart: '2026-11-20T07:00', discipline: 'yoga' })
  await w.db.run(sql`UPDATE class_types SET drop_in_minor = 1400 WHERE id = ${w.ids.yogaType}`)
  await w.db.run(
    sql`UPDATE class_types SET minimum_level_id = ${w.ids.levelIds[1]}
      WHERE id = ${w.ids.poleType}`,
  )
  await w.db.run(sql`
    INSERT INTO bookings (id, studio_id, occurrence_id, person_id, state, policy_id, created_at)
    VALUES (${`f${pole}`}, ${w.studio.id}, ${pole}, ${w.ana.id}, 'booked',
      ${w.ids.policyId}, ${now})`)
  await refresh()

  const [first, second] = ['2026-10-15T18:30', '2026-10-16T07:00']
  expect(await titles()).toEqual([first, second])
  expect((await find()).classes[0]).toMatchObject({
    level: 'Level 2',
    places: 0,
    slug: studio.slug,
    timeZone: 'Europe/London',
  })
  expect(await titles({ discipline: 'Yoga' })).toEqual([second])
  expect(await titles({ day: '2026-10-15' })).toEqual([first])
  expect(await titles({ time: 'evening' })).toEqual([first])
  expect(await titles({ open: '1' })).toEqual([second])
  expect(await titles({ places: '1' })).toEqual([second])
  expect(await titles({ price: '14' })).toEqual([second])
  expect(await titles({ price: '13' })).toEqual([])
  // What is no filter is none.
  expect(
    await titles({ day: '2026-02-31', time: 'noon', price: '-1', after: "x'", places: 'yes' }),
  ).toEqual([first, second])
  expect((await find()).towns).toContain(studio.town)

  // A stale index sells nothing: the booking finds the class full.
  await w.directory.run(sql`UPDATE public_classes SET places = 5 WHERE occurrence_id = ${pole}`)
  await w.db.run(sql`UPDATE class_types SET minimum_level_id = NULL WHERE id = ${w.ids.poleType}`)
  expect(await bookClass(w.asMember(w.ben, now), pole)).not.toMatchObject({ outcome: 'booked' })

  // A second run with nothing new writes nothing; an unlisted studio is gone.
  await refresh()
  expect(await refresh()).toBe(0)
  await refresh(false)
  expect(await titles()).toEqual([])
  expect(await publicClassPage({ directory: w.directory, now }, w.ids.poleType)).toBeNull()
})

test('pages follow each other without a class twice or none', async () => {
  const { w, refresh, find } = await listedWorld()
  await w.givenSeries({ localStart: '2026-10-13T07:00', rrule: 'FREQ=DAILY;COUNT=12', at: now })
  await w.givenSeries({
    localStart: '2026-10-13T09:00',
    rrule: 'FREQ=DAILY;COUNT=12',
    discipline: 'yoga',
    at: now,
  })
  await refresh()
  const one = await find()
  const two = await find({ after: one.after ?? '' })
  expect([one.classes.length, two.classes.length, two.after]).toEqual([20, 4, null])
  expect(new Set([...one.classes, ...two.classes].map((each) => each.occurrenceId)).size).toBe(24)
})

test('the page of a class tells dates, price and rules, and stays with alternatives when its dates end', async () => {
  const { w, refresh } = await listedWorld()
  await w.givenClass({ localStart: '2026-10-15T18:30' })
  await refresh()
  const context = (at: string) => ({ directory: w.directory, now: at })
  const page = await publicClassPage(context(now), w.ids.poleType)
  expect(page).toMatchObject({
    about: { title: 'Pole 2: spins', coaches: 'Dee Coach' },
    dates: [{ localStart: '2026-10-15T18:30' }],
  })
  expect(page?.about.rules.map(({ rule }) => rule).join(' ')).toContain(
    'Free cancellation until 12 hours before',
  )

  await w.db.run(sql`UPDATE people SET preferred_name = 'Dee' WHERE id = ${w.coach.id}`)
  await refresh()
  expect((await publicClassPage(context(now), w.ids.poleType))?.about.coaches).toBe('Dee')

  const later = '2026-10-20T09:00:00Z'
  await refresh(true, later)
  expect(await publicClassPage(context(later), w.ids.poleType)).toMatchObject({
    about: { title: 'Pole 2: spins' },
    dates: [],
  })
  expect(await publicClassPage(context(now), 'nothing00000')).toBeNull()
})

test('each page is one trip and reads no table from end to end', async () => {
  const { w, find } = await listedWorld()
  const sent = new Map<string, unknown[]>()
  const before = w.meter.trips
  await find()
  await publicClassPage({ directory: w.directory, now }, w.ids.poleType)
  expect(w.meter.trips - before).toBe(2)

  const { directoryDb } = await import('#app/db/connection.server.ts')
  const real = w.env.DIRECTORY
  const spy = {
    batch: (statements: D1PreparedStatement[]) => real.batch(statements),
    prepare: (query: string) => ({
      bind: (...params: unknown[]) => {
        sent.set(query, params)
        return real.prepare(query).bind(...params)
      },
    }),
  } as unknown as D1Database
  const directory = directoryDb({ ...w.env, DIRECTORY: spy }, w.meter)
  for (const search of [
    {},
    { discipline: 'Pole' },
    { town: 'Leeds', places: '1', after: `${now}_abc` },
  ]) {
    await publicClassesPage({ directory, now }, publicClassFilters.parse(search))
  }
  await publicClassPage({ directory, now }, w.ids.poleType)
  const scans: string[] = []
  for (const [query, params] of sent) {
    const { results } = await real
      .prepare(`EXPLAIN QUERY PLAN ${query}`)
      .bind(...params)
      .all<{ detail: string }>()
    scans.push(
      ...results
        .map(({ detail }) => detail)
        .filter((detail) => /^SCAN (?!hop|CONSTANT)/.test(detail)),
    )
  }
  expect(sent.size).toBeGreaterThan(6)
  expect(scans).toEqual([])
})
