import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { type World, world } from '../../../../tests/support/world.ts'
import { idsForCsv, peopleListPage } from './people-list-page.server.ts'
import { peopleOrder, peopleWhere } from './people-where.server.ts'
import { noFilters, type PersonFilters, personSorts } from './person-filters.ts'

const now = '2026-10-13T11:00:00Z'

const list = (w: World, filters: Partial<PersonFilters> = {}) =>
  peopleListPage(w.at(now), { ...noFilters, ...filters }, { page: 1, perPage: 50 })

const names = async (w: World, filters: Partial<PersonFilters>) =>
  (await list(w, filters)).people.items.map(({ name }) => name)

test('a person is found by name without accents, by e-mail, by tag and by a phone number as it is spoken', async () => {
  const w = await world()
  const zoe = await w.givenPerson('Zoë Müller')
  await w.db.run(
    sql`UPDATE people SET phone = '+447700900143', tags = 'first month, vip' WHERE id = ${zoe.id}`,
  )

  expect(await names(w, { q: 'zoe' })).toEqual(['Zoë Müller'])
  expect(await names(w, { q: 'muller zo' })).toEqual(['Zoë Müller'])
  expect(await names(w, { q: zoe.email })).toEqual(['Zoë Müller'])
  expect(await names(w, { q: '07700 900143' })).toEqual(['Zoë Müller'])
  expect(await names(w, { q: '0143' })).toEqual(['Zoë Müller'])
  expect(await names(w, { q: 'vip' })).toEqual(['Zoë Müller'])
  expect(await names(w, { q: 'nobody' })).toEqual([])
  expect(await names(w, { q: '%_"*' })).toEqual([])
})

test('a tag is matched as a whole, and what was changed is no longer found by its old words', async () => {
  const w = await world()
  const gold = await w.givenPerson('Gia Gold')
  const plain = await w.givenPerson('Pia Plain')
  await w.db.run(sql`UPDATE people SET tags = 'vip gold' WHERE id = ${gold.id}`)
  await w.db.run(
    sql`UPDATE people SET tags = 'vip', name = 'Pia Renamed', email = '' WHERE id = ${plain.id}`,
  )

  expect(await names(w, { tag: 'vip' })).toEqual(['Pia Renamed'])
  expect(await names(w, { q: 'plain' })).toEqual([])
  expect(await names(w, { q: 'renamed' })).toEqual(['Pia Renamed'])
})

test("another studio's person of the same name is never in the list", async () => {
  const [here, there] = [await world(), await world()]
  const twin = await there.givenPerson('Only There')

  expect(await names(here, { q: 'only there' })).toEqual([])
  expect((await list(here)).people.items.map(({ id }) => id)).not.toContain(twin.id)
})

test('people are members, holders of packs, visitors or past by what they hold', async () => {
  const w = await world()
  const late = await w.givenPerson('Lou Late')
  const lapsed = await w.givenPerson('Pat Past')
  const packed = await w.givenPerson('Pam Pack')
  await w.giveMembership(late)
  await w.db.run(sql`UPDATE memberships SET state = 'past_due' WHERE person_id = ${late.id}`)
  await w.givePack(packed, { at: now })
  await w.givePack(lapsed, { expiresOn: '2026-09-01' })

  expect(await names(w, { view: 'past_due' })).toEqual(['Lou Late'])
  expect(await names(w, { view: 'members' })).toEqual(expect.arrayContaining(['Lou Late']))
  expect(await names(w, { view: 'packs' })).toContain('Pam Pack')
  expect(await names(w, { view: 'packs' })).not.toContain('Pat Past')
  expect(await names(w, { view: 'past' })).toEqual(['Pat Past'])
  expect(await names(w, { view: 'visitors' })).not.toContain('Pat Past')
  expect(await names(w, { credits: '1' })).toContain('Pam Pack')
})

test('a list of every filter and sort is three trips at most, and reads people by an index', async () => {
  const w = await world()
  const all: Partial<PersonFilters> = {
    q: 'ana',
    view: 'members',
    plan: 'Unlimited',
    tag: 'vip',
    visit: 'month',
    credits: '1',
    unbooked: '1',
  }
  const before = w.meter.trips
  await list(w, all)
  expect(w.meter.trips - before).toBe(2)

  for (const filters of [{}, all, ...personSorts.map((sort) => ({ sort, dir: 'down' as const }))]) {
    const asked = { ...noFilters, ...filters }
    const plan = await w.db.all<{ detail: string }>(
      sql`EXPLAIN QUERY PLAN SELECT person.id FROM people AS person
        WHERE ${peopleWhere(w.at(now), asked)} ORDER BY ${peopleOrder(asked)} LIMIT 50`,
    )
    const scans = plan
      .map(({ detail }) => detail)
      .filter((detail) => /SCAN (?!.*VIRTUAL TABLE INDEX)/.test(detail))
    expect(scans).toEqual([])
    if (!('q' in filters))
      expect(plan.map(({ detail }) => detail).join()).not.toContain('TEMP B-TREE')
  }
})

test('the last visit is the latest class someone was checked in to, and goes back with a correction', async () => {
  const w = await world()
  const came = await w.givenPerson('Cara Came')
  const first = await w.givenClass({ localStart: '2026-10-01T18:30' })
  const second = await w.givenClass({ localStart: '2026-10-08T18:30' })
  for (const [i, occurrenceId] of [first, second].entries()) {
    await w.db.run(sql`
      INSERT INTO bookings (id, studio_id, occurrence_id, person_id, state, policy_id, created_at)
      VALUES (${`${came.id}${i}`}, ${w.studio.id}, ${occurrenceId}, ${came.id}, 'booked',
        'p', ${now})`)
  }
  const visit = async () => (await list(w, { q: 'cara' })).people.items[0]?.lastVisitAt
  expect(await visit()).toBeNull()
  await w.db.run(sql`UPDATE bookings SET state = 'checked_in' WHERE person_id = ${came.id}`)
  expect(await visit()).toBe('2026-10-08T17:30:00Z')
  await w.db.run(
    sql`UPDATE bookings SET state = 'no_show'
      WHERE person_id = ${came.id} AND occurrence_id = ${second}`,
  )
  expect(await visit()).toBe('2026-10-01T17:30:00Z')
})

test('the file holds the rows of the list in its order, anyone who is archived left out', async () => {
  const w = await world()
  await w.db.run(sql`UPDATE people SET archived_at = ${now} WHERE id = ${w.cleo.id}`)
  const { people } = await list(w, { sort: 'joined', dir: 'down' })

  const ids = await idsForCsv(w.at(now), { ...noFilters, sort: 'joined', dir: 'down' })
  expect(ids).toEqual(people.items.map(({ id }) => id))
  expect(ids).not.toContain(w.cleo.id)
})

/** People called `Common` until the studio has more than are counted. */
const givenCommon = (w: World) =>
  w.db.run(sql`
    INSERT INTO people (id, studio_id, name, joined_on, created_at)
    WITH RECURSIVE numbers(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < 1010)
    SELECT ${w.studio.id} || n, ${w.studio.id}, 'Common ' || n, '2026-01-01', ${now} FROM numbers`)

test('words that more than 1,000 people share are told as more, and none of the few that a view is about is missed', async () => {
  const w = await world()
  const oldest = await w.givenPerson('Common Late')
  await w.giveMembership(oldest)
  await w.db.run(sql`UPDATE memberships SET state = 'past_due' WHERE person_id = ${oldest.id}`)
  await givenCommon(w)

  const { people, counts } = await list(w, { q: 'common' })
  expect(people).toMatchObject({ total: 1000, more: true, pages: 20 })
  expect(people.items).toHaveLength(50)
  expect(counts.everybody).toEqual({ n: 1000, more: true })
  expect(counts.members).toBeNull()
  expect(await names(w, { q: 'common', view: 'past_due' })).toEqual(['Common Late'])
  expect(await idsForCsv(w.at(now), { ...noFilters, q: 'common' })).toHaveLength(1011)
})

test('holders of a plan that few have are found without asking everyone, and each is listed once', async () => {
  const w = await world()
  const holder = await w.givenPerson('Hana Holder')
  await w.giveMembership(holder)
  await w.giveMembership(holder)
  const plan = (await list(w, {})).people.items.find(({ id }) => id === holder.id)?.plan?.name ?? ''
  const read = async () => {
    const before = w.meter.rows
    const { people, counts } = await list(w, { plan })
    expect(people.items.map(({ name }) => name)).toEqual(['Ana Reyes', 'Hana Holder'])
    expect([people.total, counts.members?.n]).toEqual([2, 2])
    return w.meter.rows - before
  }
  const few = await read()
  await givenCommon(w)
  expect(await read()).toBeLessThanOrEqual(few + 10)
})

test('words that few share are counted in every view, with the other filters as they are', async () => {
  const w = await world()
  const held = await w.givenPerson('Rare Held')
  await w.givenPerson('Rare Visitor')
  await w.giveMembership(held)

  const { counts } = await list(w, { q: 'rare' })
  expect(counts).toMatchObject({
    everybody: { n: 2, more: false },
    members: { n: 1, more: false },
    visitors: { n: 1, more: false },
    past: { n: 0, more: false },
  })
  expect((await list(w, { q: 'rare', plan: 'Nothing such' })).counts.everybody?.n).toBe(0)
})
