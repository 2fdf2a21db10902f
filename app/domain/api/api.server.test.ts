import { sql } from 'drizzle-orm'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { batch } from '#app/db/batch.server.ts'
import * as tables from '#app/db/studio/schema.ts'
import { newId } from '#app/values/id.ts'
import { type World, world } from '../../../tests/support/world.ts'
import type { ApiKeyForm } from './api-key-form.ts'
import { endApiKey, listApiKeys, makeApiKey, openWithKey, readKey } from './api-keys.server.ts'
import { apiResources } from './api-resources.server.ts'
import { type ApiScope, apiScopes } from './api-scopes.ts'
import { type ApiRecord, readApiPage, readApiRecord } from './read-api.server.ts'

const now = '2026-10-12T09:00:00Z'
const owner = (w: World, at = now) => w.asDesk(at)
const asked = (more: Partial<ApiKeyForm> = {}): ApiKeyForm => ({
  key: newId(),
  name: 'Website',
  scopes: ['people', 'timetable'],
  endsOn: null,
  ...more,
})

async function keyOf(w: World, more: Partial<ApiKeyForm> = {}) {
  const made = await makeApiKey(owner(w), asked(more))
  if (!made.ok) throw new Error(made.reason)
  const read = readKey(made.key)
  if (!read) throw new Error('The key can’t be read')
  return read
}

/** All records of a list, asked for in pages of a size. */
async function walk(w: World, name: ApiScope, query: Record<string, string>, limit: number) {
  const found: ApiRecord[] = []
  let cursor: string | null = null
  do {
    const search = new URLSearchParams({ ...query, limit: String(limit) })
    if (cursor) search.set('cursor', cursor)
    const page = await readApiPage(w.at(now), name, search)
    if ('refused' in page) throw new Error(page.refused)
    expect(page.data.length).toBeLessThanOrEqual(limit)
    found.push(...page.data)
    cursor = page.next
  } while (cursor)
  return found
}

let filled = 0

/** People, classes, bookings, memberships and invoices beside those of the world, `n` of each; answers the people. */
async function fill(w: World, n: number, from = 0): Promise<string[]> {
  const people: string[] = []
  const days = (i: number) => `2026-10-${String(10 + (i % 5)).padStart(2, '0')}`
  for (let i = from; i < from + n; i += 1) {
    const mark = `${filled++}`.padStart(6, '0')
    const minutes = 540 + Math.floor(i / 5) * 5
    const clock = `${Math.floor(minutes / 60)}:${minutes % 60}`.replace(/\b\d\b/g, '0$&')
    const [person, start] = [`filler${mark}`, `${days(i)}T${clock}`]
    people.push(person)
    await batch(w.db, {
      person: w.db.run(sql`INSERT INTO people (id, studio_id, name, joined_on, created_at)
        VALUES (${person}, ${w.studio.id}, ${`Person ${i}`}, '2026-10-01', ${now})`),
      class:
        w.db.run(sql`INSERT INTO occurrences (id, studio_id, series_id, recurrence_key, class_type_id,
          room_id, coach_id, policy_id, starts_at, ends_at, time_zone, local_start, capacity,
          cutoff_at, opens_at, closes_at, waitlist_closes_at, waitlist_limit, state)
        VALUES (${`class${mark}`}, ${w.studio.id}, ${`series${mark}`}, ${start}, ${w.ids.poleType},
          ${w.ids.roomId}, ${w.ana.id}, ${w.ids.policyId}, ${`${start}:00Z`},
          ${`${days(i)}T10:00:00Z`}, 'Europe/London', ${start}, 12, ${now}, ${now}, ${now}, ${now},
          5, 'scheduled')`),
      booking:
        w.db.run(sql`INSERT INTO bookings (id, studio_id, occurrence_id, person_id, state, policy_id,
          created_at)
        VALUES (${`booking${mark}`}, ${w.studio.id}, ${`class${mark}`}, ${person}, 'booked',
          ${w.ids.policyId}, ${now})`),
      membership:
        w.db.run(sql`INSERT INTO memberships (id, studio_id, person_id, plan_id, state, starts_on,
          purchased_at)
        VALUES (${`member${mark}`}, ${w.studio.id}, ${person}, ${w.ids.unlimitedPlan}, 'active',
          '2026-10-01', ${now})`),
      invoice:
        w.db.run(sql`INSERT INTO invoices (id, studio_id, person_id, kind, number, reference, state,
          issued_on, due_on, currency, total_minor, tax_minor, seller, tax_name, created_at)
        VALUES (${`invoice${mark}`}, ${w.studio.id}, ${person},
          ${i % 2 === 0 ? 'credit_note' : 'invoice'}, ${Math.floor(i / 2) + 1}, ${`N-${i}`}, 'open',
          ${days(i % 4 > 1 ? 1 : 0)}, ${days(i)}, 'GBP', 1250, 208, 'Northside', 'VAT', ${now})`),
    })
  }
  return people
}

const week = { from: '2026-10-08', until: '2026-10-20' }
const questions: Record<ApiScope, Record<string, string>> = {
  people: {},
  timetable: week,
  bookings: week,
  memberships: {},
  invoices: {},
}

test('a key is shown once, opens its own studio alone, and nothing once it has ended or is over', async () => {
  const [w, , twin] = [await world(), await world(), await world()]
  expect(twin.shard).toBe(w.shard)
  const key = await keyOf(w, { endsOn: '2026-10-14' })
  expect(key.studioId).toBe(w.studio.id)
  expect(await openWithKey(w.at(now), key)).toEqual({
    id: key.id,
    scopes: ['people', 'timetable'],
  })
  const [kept] = await listApiKeys(w.at(now))
  expect(kept).toMatchObject({ name: 'Website', endsOn: '2026-10-14', lastUsedAt: now })
  const rows = JSON.stringify(await w.db.all(sql`SELECT * FROM api_keys`))
  expect(rows).not.toContain(key.secret)
  expect(await openWithKey(w.at(now), { ...key, secret: 'x'.repeat(40) })).toBeNull()
  expect(await openWithKey(twin.at(now), key)).toBeNull()
  expect(await openWithKey(w.at('2026-10-14T22:59:00Z'), key)).not.toBeNull()
  expect(await openWithKey(w.at('2026-10-14T23:01:00Z'), key)).toBeNull()
  await endApiKey(owner(twin), key.id)
  expect(await openWithKey(w.at(now), key)).not.toBeNull()
  await endApiKey(owner(w), key.id)
  await endApiKey(owner(w), key.id)
  expect(await openWithKey(w.at(now), key)).toBeNull()
  expect(await listApiKeys(w.at(now))).toEqual([])
  const told = await w.db.all<{ action: string }>(sql`SELECT action FROM audit_entries
    WHERE studio_id = ${w.studio.id} AND subject_kind = 'api_key' ORDER BY action`)
  expect(told).toEqual([{ action: 'api_key.ended' }, { action: 'api_key.made' }])
})

test('a form sent twice makes one key, a day that is over none, and a studio has at most 20', async () => {
  const w = await world()
  const form = asked()
  const twice = await Promise.all([makeApiKey(owner(w), form), makeApiKey(owner(w), form)])
  expect(twice.filter(({ ok }) => ok)).toHaveLength(1)
  expect(twice.find(({ ok }) => !ok)).toMatchObject({ reason: 'made_before' })
  expect(await makeApiKey(owner(w), asked({ endsOn: '2026-10-11' }))).toEqual({
    ok: false,
    reason: 'over_already',
  })
  const many = await Promise.all(
    Array.from({ length: 25 }, () => makeApiKey(owner(w), asked({ endsOn: '2026-10-12' }))),
  )
  expect(many.filter(({ ok }) => ok)).toHaveLength(19)
  // Those that are over make room.
  expect(await makeApiKey(owner(w, '2026-10-13T09:00:00Z'), asked())).toMatchObject({ ok: true })
})

test('pages of any size tell each record once and in the same order, and nobody else’s', async () => {
  const [w, , twin] = [await world(), await world(), await world()]
  await fill(w, 23)
  await twin.db.run(sql`INSERT INTO people (id, studio_id, name, joined_on, created_at)
    VALUES ('elsewhere', ${twin.studio.id}, 'Elsewhere', '2026-10-01', ${now})`)
  for (const name of apiScopes) {
    const whole = await walk(w, name, questions[name], 100)
    expect(whole.length).toBeGreaterThanOrEqual(23)
    expect(new Set(whole.map(({ id }) => id)).size).toBe(whole.length)
    expect(whole.map(({ id }) => id)).not.toContain('elsewhere')
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 30 }), async (limit) => {
        expect(await walk(w, name, questions[name], limit)).toEqual(whole)
      }),
      { numRuns: 6 },
    )
    const [first] = whole
    expect(await readApiRecord(w.at(now), name, String(first!.id))).toEqual(first)
    expect(await readApiRecord(twin.at(now), name, String(first!.id))).toBeNull()
  }
})

test('a page reads as many rows of a studio ten times as large', async () => {
  const w = await world()
  const rowsOf = async (name: ApiScope) => {
    const before = w.meter.rows
    await readApiPage(w.at(now), name, new URLSearchParams({ ...questions[name], limit: '10' }))
    return w.meter.rows - before
  }
  const measured = async () => {
    const rows = new Map<ApiScope, number>()
    for (const name of apiScopes) rows.set(name, await rowsOf(name))
    return rows
  }
  await fill(w, 40)
  const small = await measured()
  await fill(w, 360, 40)
  const large = await measured()
  for (const name of apiScopes)
    expect(large.get(name), `rows read for a page of ${name}`).toBeLessThanOrEqual(
      (small.get(name) ?? 0) * 1.2,
    )
})

test('erased and merged people are not told, and news only where they agreed and may have it', async () => {
  const w = await world()
  const [erased, merged, child] = await fill(w, 3)
  await w.db.run(sql`UPDATE people SET erased_at = ${now} WHERE id = ${erased!}`)
  await w.db.run(sql`UPDATE people SET merged_into = ${w.ana.id} WHERE id = ${merged!}`)
  for (const person of [w.ana.id, child!])
    await w.db.run(sql`INSERT INTO consents (id, studio_id, person_id, channel, purpose, given, source,
        by_name, at)
      VALUES (${newId()}, ${w.studio.id}, ${person}, 'email', 'marketing', 1, 'desk', 'Hana', ${now})`)
  await w.db.run(sql`UPDATE people SET birth_date = '2015-01-01', email = 'kid@example.test'
    WHERE id = ${child!}`)
  const people = await walk(w, 'people', {}, 50)
  expect(people.map(({ id }) => id)).not.toContain(erased)
  expect(people.map(({ id }) => id)).not.toContain(merged)
  const news = (id: string) => people.find((person) => person.id === id)?.email_news
  expect([news(w.ana.id), news(w.ben.id), news(child!)]).toEqual([true, false, false])
  expect(await readApiRecord(w.at(now), 'people', erased!)).toBeNull()
})

test('a question that can’t be answered is refused with a sentence', async () => {
  const w = await world()
  const refused = async (name: ApiScope, query: string) => {
    const page = await readApiPage(w.at(now), name, new URLSearchParams(query))
    return 'refused' in page ? page.refused : null
  }
  expect(await refused('people', 'page=2')).toMatch(/no parameter page/)
  expect(await refused('people', 'from=2026-10-01')).toMatch(/no parameter from/)
  for (const limit of ['0', '101', '-1', '1.5', 'ten'])
    expect(await refused('people', `limit=${limit}`)).toBe('Give limit as a number from 1 to 100.')
  for (const cursor of [
    '',
    'x',
    'W10',
    btoa('{}'),
    btoa('[1,2,3,4]'),
    btoa('[null]'),
    btoa('[1,2]'),
  ])
    expect(await refused('people', `cursor=${cursor}`)).toMatch(/^Give cursor/)
  expect(await refused('bookings', '')).toBe('Give from and until, or person.')
  expect(await refused('bookings', 'person=x')).toBe('Give person as the id of a person.')
  expect(await refused('timetable', 'from=2026-10-01')).toBe('Give both from and until.')
  expect(await refused('timetable', 'from=2026-02-30&until=2026-03-01')).toMatch(/as dates/)
  expect(await refused('timetable', 'from=2026-10-02&until=2026-10-01')).toMatch(/not before/)
  expect(await refused('timetable', 'from=2026-10-01&until=2126-10-01')).toMatch(/at most 62 days/)
  expect(await refused('invoices', 'from=2026-10-01&until=2026-10-31')).toBeNull()
})

test('appointments and who books them are not told, and a person’s bookings are those of the days', async () => {
  const w = await world()
  const [person] = await fill(w, 2)
  const whose = { person: person! }
  const [one] = await walk(w, 'bookings', whose, 10)
  expect(one).toMatchObject({ person_id: person })
  const none = { from: '2026-09-01', until: '2026-09-30' }
  expect(await walk(w, 'bookings', { ...whose, ...none }, 10)).toEqual([])
  expect(await walk(w, 'bookings', { ...whose, ...week }, 10)).toEqual([one])
  await w.db.run(sql`UPDATE occurrences SET kind = 'appointment' WHERE id = ${one!.class_id}`)
  expect(await walk(w, 'bookings', whose, 10)).toEqual([])
  const days = await walk(w, 'bookings', week, 10)
  expect(days.map(({ person_id }) => person_id)).not.toContain(person)
  expect(await readApiRecord(w.at(now), 'bookings', String(one!.id))).toBeNull()
  expect(await readApiRecord(w.at(now), 'timetable', String(one!.class_id))).toBeNull()
})

test('what a field can be is what its column can be', () => {
  const listed = {
    'bookings.state': tables.bookings.state.enumValues,
    'memberships.state': tables.memberships.state.enumValues,
    'invoices.state': tables.invoices.state.enumValues,
    'invoices.kind': tables.invoices.kind.enumValues,
  }
  const said = {
    'bookings.state': apiResources.bookings.fields.state.of,
    'memberships.state': apiResources.memberships.fields.state.of,
    'invoices.state': apiResources.invoices.fields.state.of,
    'invoices.kind': apiResources.invoices.fields.kind.of,
  }
  expect(said).toEqual(listed)
})
