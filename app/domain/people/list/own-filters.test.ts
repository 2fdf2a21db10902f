import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { newId } from '#app/values/id.ts'
import { type World, world } from '../../../../tests/support/world.ts'
import { audienceSql } from '../../marketing/audience-sql.server.ts'
import { chosenSql } from '../bulk/bulk-change-queries.server.ts'
import { addField, archiveField, saveAnswers } from '../fields/save-field.server.ts'
import { exportPeople } from './export-people.server.ts'
import { ownControls } from './own-controls.ts'
import { notAnswered, ownFilters, ownName, ownText } from './own-filters.ts'
import { peopleListPage } from './people-list-page.server.ts'
import { longestFilters, readFilters } from './person-filters.ts'

const now = '2026-06-10T09:00:00Z'

/** Ana wears M and drives, Ben wears m and does not, Cleo has said nothing of a shirt. */
async function told() {
  const w = await world()
  const ctx = w.asDesk(now)
  const [shirt, car, since, from] = [newId(), newId(), newId(), newId()]
  const field = (key: string, name: string, kind: 'text' | 'choice' | 'date' | 'yes_no') =>
    addField(ctx, { key, name, kind, options: kind === 'choice' ? 'S\nM\nL' : '' })
  await field(shirt, 'Shirt', 'choice')
  await field(car, 'Car', 'yes_no')
  await field(since, 'Insured until', 'date')
  await field(from, 'Came from', 'text')
  await saveAnswers(ctx, w.ana.id, {
    [shirt]: 'M',
    [car]: 'yes',
    [since]: '2026-12-31',
    [from]: 'Łódź, 100 % by train',
  })
  await saveAnswers(ctx, w.ben.id, {
    [shirt]: 'L',
    [car]: 'no',
    [since]: '2026-06-30',
    [from]: 'łódź',
  })
  await saveAnswers(ctx, w.cleo.id, { [from]: '100 Mile House' })
  return { w, ctx, shirt, car, since, from }
}

type Asked = readonly (readonly [string, string])[]
const filtersOf = (...asked: Asked) =>
  readFilters(new URLSearchParams(asked.map((one) => [...one])))

const found = async (w: World, ...asked: Asked) => {
  const page = await peopleListPage(w.at(now), filtersOf(...asked), { page: 1, perPage: 50 })
  expect(page.people.total).toBe(page.people.items.length)
  expect(page.counts.everybody?.n).toBe(page.people.total)
  return page.people.items.map(({ name }) => name)
}

test('the list is narrowed by what people answered to each kind of field', async () => {
  const { w, shirt, car, since, from } = await told()
  expect(await found(w, [ownName(shirt, 'is'), 'M'])).toEqual(['Ana Reyes'])
  expect(await found(w, [ownName(car, 'is'), 'no'])).toEqual(['Ben Okoro'])
  expect(await found(w, [ownName(since, 'from'), '2026-07-01'])).toEqual(['Ana Reyes'])
  expect(await found(w, [ownName(since, 'until'), '2026-12-31'])).toEqual([
    'Ana Reyes',
    'Ben Okoro',
  ])
  expect(
    await found(w, [ownName(since, 'from'), '2026-06-30'], [ownName(since, 'until'), '2026-07-01']),
  ).toEqual(['Ben Okoro'])
  expect(await found(w, [ownName(from, 'begins'), '100'])).toEqual(['Cleo Park'])
  expect(await found(w, [ownName(from, 'begins'), '100 mile'])).toEqual(['Cleo Park'])
  // A sign of a search is a sign.
  expect(await found(w, [ownName(from, 'begins'), '%'])).toEqual([])
  expect(await found(w, [ownName(shirt, 'is'), notAnswered])).toEqual(['Cleo Park', 'Dee Coach'])
  // Several narrow together, and with the list's own filters and words.
  expect(await found(w, [ownName(car, 'is'), 'yes'], [ownName(shirt, 'is'), 'L'])).toEqual([])
  expect(await found(w, [ownName(car, 'is'), 'yes'], ['view', 'members'])).toEqual(['Ana Reyes'])
  expect(await found(w, [ownName(car, 'is'), 'no'], ['plan', 'Unlimited'])).toEqual([])
  expect(await found(w, [ownName(car, 'is'), 'no'], ['q', 'ben'])).toEqual(['Ben Okoro'])
})

test('kept filters are one text, whichever way they were chosen, and find the same people everywhere', async () => {
  const { w, ctx, shirt, car } = await told()
  const asked = [
    [ownName(shirt, 'is'), 'M'],
    [ownName(car, 'is'), 'yes'],
  ] as const
  const { own } = filtersOf(...asked)
  expect(filtersOf(...[...asked].reverse()).own).toBe(own)
  expect(filtersOf(['own', own]).own).toBe(own)
  const params = new URLSearchParams({ own }).toString()
  const names = async (where: ReturnType<typeof sql>) =>
    (await w.db.all<{ name: string }>(sql`SELECT person.name FROM ${where}`)).map((p) => p.name)

  expect(await names(await audienceSql(w.at(now), { params, occurrenceId: null }))).toEqual([
    'Ana Reyes',
  ])
  const chosen = chosenSql(w.at(now), { p: [], all: '1', filters: params })
  expect(await names(sql`people AS person WHERE ${chosen}`)).toEqual(['Ana Reyes'])
  const rows = []
  for await (const some of await exportPeople(ctx, filtersOf(['own', own]))) rows.push(...some)
  expect(rows.slice(1).map(([name]) => name)).toEqual(['Ana Reyes'])
})

test('a field that is not asked any more, or another studio’s, shows nobody instead of everybody', async () => {
  const { w, ctx, shirt } = await told()
  const other = await told()
  await archiveField(ctx, { field: shirt, act: 'archive' })
  expect(await found(w, [ownName(shirt, 'is'), 'M'])).toEqual(['Ana Reyes'])
  expect(await found(w, [ownName(other.shirt, 'is'), 'M'])).toEqual([])
})

test('an archived field that still filters a list is shown in the form and can be cleared', async () => {
  const { w, ctx, shirt, car, since, from } = await told()
  const { own } = filtersOf(
    [ownName(shirt, 'is'), 'M'],
    [ownName(car, 'is'), notAnswered],
    [ownName(since, 'from'), '2026-07-01'],
    [ownName(from, 'begins'), '100'],
    ['own.elsewhere000.is', 'x'],
  )
  for (const field of [shirt, car, since, from]) await archiveField(ctx, { field, act: 'archive' })
  const { choices } = await peopleListPage(w.at(now), filtersOf(['own', own]), {
    page: 1,
    perPage: 50,
  })
  const controls = ownControls(choices, own, 'en-GB')
  expect(controls.every(({ type }) => type === 'select')).toBe(true)
  expect(controls.map(({ label, options }) => [label, options[0]!.label]).toSorted()).toEqual([
    ['Came from (archived), any', 'Came from: begins with 100'],
    ['Car (archived), any', 'Car: not answered'],
    ['Clear this filter', 'A field that no longer exists'],
    ['Insured until (archived), any', 'Insured until: from 1 July 2026'],
    ['Shirt (archived), any', 'Shirt: M'],
  ])
  // As the form sends them, they are the same filters; one that is cleared is gone.
  const sent = controls.map(({ name, value }) => [name, value] as const)
  expect(filtersOf(...sent).own).toBe(own)
  expect(filtersOf(...sent.slice(1)).own).not.toContain(controls[0]!.name.split('.')[1])
})

test('every own field can filter at once, in the list, its counts and a campaign', async () => {
  const w = await world()
  const ctx = w.asDesk(now)
  const days = Array.from({ length: 30 }, newId)
  for (const [n, key] of days.entries())
    await addField(ctx, { key, name: `Day ${n}`, kind: 'date', options: '' })
  const answers = (last: string) =>
    Object.fromEntries(days.map((key, n) => [key, n === 29 ? last : '2026-05-05']))
  await saveAnswers(ctx, w.ana.id, answers('2026-05-05'))
  await saveAnswers(ctx, w.ben.id, answers('2026-07-05'))
  const asked = days.flatMap((key) => [
    [ownName(key, 'from'), '2026-05-01'] as const,
    [ownName(key, 'until'), '2026-05-31'] as const,
  ])
  expect(await found(w, ...asked)).toEqual(['Ana Reyes'])
  expect(await found(w, ...asked, ['q', 'a'], ['plan', ''])).toEqual(['Ana Reyes'])
  const { own } = filtersOf(...asked)
  const params = new URLSearchParams({ own }).toString()
  const audience = await audienceSql(w.at(now), { params, occurrenceId: null })
  expect(await w.db.all(sql`SELECT person.name FROM ${audience}`)).toEqual([{ name: 'Ana Reyes' }])
})

test('too many filters show nobody and say so, in lists, segments and campaigns', async () => {
  const w = await world()
  const many = Array.from({ length: 61 }, (_, i) => [`own.f${i}.is`, 'x'] as const)
  expect(await found(w, ...many)).toEqual([])
  const { own } = filtersOf(...many)
  expect(ownControls({ fields: [], archived: [] }, own, 'en-GB')).toMatchObject([
    { label: 'Clear this filter', options: [{ label: 'Too many filters' }] },
  ])
  const kept = many.map(([name, value]) => `${name.slice(4)}.${value}`).join(',')
  expect(await found(w, ['own', kept])).toEqual([])
})

test('an unknown filter narrows nothing, and typed text cannot break out of the stored filters', () => {
  const text = (...asked: Asked) => ownText(new URLSearchParams(asked.map((one) => [...one])))
  expect(text(['own.x.is', ''], ['own.x.like', 'a'], ['own.x', 'a'], ['own.a b.is', 'a'])).toBe('')
  expect(text(['own.x.from', '2026-02-30'], ['own', 'x.from.%E0%A4%A'])).toBe('')
  const odd = 'a.b,c=d%2C&e~“ü”'
  expect(ownFilters(text(['own.x.is', odd]))).toEqual([{ field: 'x', how: 'is', value: odd }])
  expect(ownFilters(text(['own.x.is', notAnswered]))).toEqual([
    { field: 'x', how: 'none', value: '' },
  ])
  expect(text(['own.x.is', `${'a'.repeat(59)}😀`])).toBe(`x.is.${'a'.repeat(59)}`)
  const many = Array.from({ length: 40 }, (_, i) => [`own.f${i}.is`, '漢'.repeat(90)] as const)
  expect(ownFilters(text(...many))).toHaveLength(1)
  const most = many.slice(0, 9)
  expect(ownFilters(text(...most))).toHaveLength(9)
  const { own } = readFilters(new URLSearchParams(most.map((one) => [...one])))
  expect(ownFilters(own)).toHaveLength(9)
  // As long as they get, they are kept whole: cut off, a change of many would be one of everybody.
  const all = { own, q: '漢'.repeat(80), plan: '漢'.repeat(80), tag: '漢'.repeat(40) }
  expect(new URLSearchParams(all).toString().length).toBeLessThan(longestFilters - 500)
})
