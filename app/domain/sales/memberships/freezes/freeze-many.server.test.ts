import { sql } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { newId } from '#app/values/id.ts'
import {
  act,
  billAt,
  givenPlan,
  membershipOf,
  sellPlan,
} from '../../../../../tests/support/sales/memberships.ts'
import { type World, world } from '../../../../../tests/support/world.ts'
import { continueFreezeRun, freezeMany, undoFreezes } from './freeze-many.server.ts'
import { freezeFilters, freezeManyForm } from './freeze-many-form.ts'
import { freezeRunPage, membershipsToFreeze } from './freezes-page.server.ts'

const now = '2026-06-02T08:00:00Z'
let key: string
const days = { from: '2026-06-10', until: '2026-06-24' }
const patient = { clock: () => 0, untilMs: 1 }

let w: World
let planId: string

beforeEach(async () => {
  w = await world()
  key = newId()
  planId = await givenPlan(w, {
    name: 'Eight',
    priceMinor: 6_000,
    freezeFeeMinor: 500,
    freezeLeastDays: 7,
  })
})

const asked = (more = {}) => freezeFilters.parse({ plan: 'Eight', ...days, ...more })

const sold = async (names: readonly string[]) => {
  const people = []
  for (const name of names) {
    const person = await w.givenPerson(name)
    const id = await sellPlan(w, person, planId, { now: '2026-06-01T10:00:00Z' })
    people.push({ person, id })
  }
  return people
}

const shown = async (more = {}) =>
  (await membershipsToFreeze(w.asDesk(now), asked(more))).memberships

const begin = async (ids: readonly string[], more = {}) =>
  freezeMany(
    w.asDesk(now),
    freezeManyForm.parse({ key, ...days, reason: 'Roof', memberships: ids, ...more }),
  )

const asShown = (rows: Awaited<ReturnType<typeof shown>>) =>
  rows.filter(({ quote }) => quote.ok).map(({ row }) => `${row.id}:${row.version}`)

const owed = async () =>
  (
    await w.db.all<{ minor: number }>(sql`
    SELECT coalesce(sum(amount_minor), 0) AS minor FROM open_items
    WHERE studio_id = ${w.studio.id} AND kind = 'freeze' AND state <> 'void'`)
  )[0]!.minor

test('the page says what each freeze takes off, and the next bills are that much less', async () => {
  const people = await sold(['Ana F', 'Ben F'])
  const rows = await shown()
  // 15 of the 30 days of June.
  expect(rows.map(({ offMinor, feeMinor }) => [offMinor, feeMinor])).toEqual([
    [3_000, 0],
    [3_000, 0],
  ])
  await begin(asShown(rows))
  await continueFreezeRun(w.at(now), key, patient)
  while ((await billAt(w, '2026-07-01T10:00:00Z')) > 0);
  expect(await owed()).toBe(-6_000)
  for (const { id } of people) {
    expect(await membershipOf(w, id)).toMatchObject({ frozenFrom: days.from })
  }
})

test('the fee is charged only where it was chosen', async () => {
  await sold(['Ana F'])
  const rows = await shown({ fee: '1' })
  expect(rows[0]).toMatchObject({ feeMinor: 500 })
  await begin(asShown(rows), { fee: '1' })
  await continueFreezeRun(w.at(now), key, patient)
  expect(await owed()).toBe(500)
})

test('people who are left out are named with the reason', async () => {
  const [ana, ben] = await sold(['Ana F', 'Ben F'])
  await act(w, ana!.person, ana!.id, { act: 'freeze', ...days }, { now })
  expect((await shown()).map(({ quote }) => (quote.ok ? 'ok' : quote.reason))).toEqual([
    'overlaps',
    'ok',
  ])
  const short = await shown({ from: '2026-06-10', until: '2026-06-12' })
  expect(short.find(({ row }) => row.id === ben!.id)?.quote).toMatchObject({ reason: 'too_short' })
})

test('each is frozen once, by several at the same moment and from where the last one stopped', async () => {
  const people = await sold(['Ana F', 'Ben F', 'Cleo F', 'Dan F'])
  const rows = asShown(await shown())
  await Promise.all([begin(rows), begin(rows)])
  // Stopped after the first.
  await continueFreezeRun(w.at(now), key, { clock: () => 2, untilMs: 1 })
  expect((await freezeRunPage(w.at(now), key))?.run.state).toBe('running')
  await Promise.all([1, 2, 3].map(() => continueFreezeRun(w.at(now), key, patient)))
  const page = await freezeRunPage(w.at(now), key)
  expect(page).toMatchObject({
    run: { state: 'done' },
    outcomes: [{ outcome: 'frozen', n: people.length }],
  })
  const freezes = await w.db.all(
    sql`SELECT 1 FROM membership_freezes WHERE studio_id = ${w.studio.id}`,
  )
  expect(freezes).toHaveLength(people.length)
})

test('a membership somebody changed since the page was read is left out', async () => {
  const [ana] = await sold(['Ana F', 'Ben F'])
  const rows = asShown(await shown())
  await act(w, ana!.person, ana!.id, { act: 'cancel' }, { now })
  await begin(rows)
  await continueFreezeRun(w.at(now), key, patient)
  expect((await freezeRunPage(w.at(now), key))?.leftOut).toMatchObject([
    { name: 'Ana F', why: 'changed' },
  ])
})

test('undone, freezes that have not begun never do, and what was ended by hand stays', async () => {
  const [ana, ben] = await sold(['Ana F', 'Ben F'])
  await begin(asShown(await shown()))
  await continueFreezeRun(w.at(now), key, patient)
  await act(w, ben!.person, ben!.id, { act: 'unfreeze', on: '2026-06-09' }, { now })
  expect(await undoFreezes(w.asDesk(now), key)).toEqual({ ok: true })
  expect(await undoFreezes(w.asDesk(now), key)).toEqual({ ok: true })
  await Promise.all([1, 2].map(() => continueFreezeRun(w.at(now), key, patient)))
  const page = await freezeRunPage(w.at(now), key)
  expect(page?.run.state).toBe('undone')
  expect(page?.outcomes).toEqual([
    { outcome: 'kept', n: 1 },
    { outcome: 'undone', n: 1 },
  ])
  expect(await membershipOf(w, ana!.id)).toMatchObject({ frozenFrom: null })
})

test('undone in the middle, a freeze ends with today and the days after it are billed again', async () => {
  await sold(['Ana F'])
  await begin(asShown(await shown()))
  await continueFreezeRun(w.at(now), key, patient)
  const later = '2026-06-15T08:00:00Z'
  await undoFreezes(w.asDesk(later), key)
  await continueFreezeRun(w.at(later), key, patient)
  while ((await billAt(w, '2026-07-01T10:00:00Z')) > 0);
  // Six of 30 days.
  expect(await owed()).toBe(-1_200)
})

test('memberships of another studio are not frozen', async () => {
  const other = await world()
  const [mine] = await sold(['Ana F'])
  const begun = await freezeMany(
    other.asDesk(now),
    freezeManyForm.parse({ key, ...days, reason: 'Roof', memberships: `${mine!.id}:0` }),
  )
  expect(begun).toBeNull()
  await continueFreezeRun(other.at(now), key, patient)
  expect(await membershipOf(w, mine!.id)).toMatchObject({ frozenFrom: null })
  expect(await freezeRunPage(w.at(now), key)).toBeNull()
})

test('days that are none, the wrong way round, and ids that are none are refused', () => {
  const form = { key, ...days, reason: 'Roof', memberships: 'abc:0' }
  expect(freezeManyForm.safeParse(form).success).toBe(true)
  for (const wrong of [
    { from: '2026-02-30' },
    { from: '2026-06-30' },
    { memberships: 'abc:-1' },
    { memberships: 'abc:0.5' },
    { memberships: undefined },
    { memberships: Array.from({ length: 101 }, (_, i) => `m${i}:0`) },
    { reason: '' },
  ]) {
    expect(freezeManyForm.safeParse({ ...form, ...wrong }).success).toBe(false)
  }
})

test('the audit records the last day given to an open freeze', async () => {
  const [{ person, id }] = (await sold(['Eli Away'])) as [
    { person: Parameters<typeof act>[1]; id: string },
  ]
  const frozen = await act(
    w,
    person,
    id,
    { act: 'freeze', from: '2026-06-10', until: null },
    { now },
  )
  expect(frozen).toMatchObject({ ok: true })
  const [line] = await w.db.all<{ until: string | null }>(sql`
    SELECT detail ->> 'until' AS until FROM audit_entries
    WHERE studio_id = ${w.studio.id} AND action = 'membership.frozen'`)
  // 60 days of a year, from 10 June.
  expect(line).toEqual({ until: '2026-08-08' })
  expect(await membershipOf(w, id)).toMatchObject({ frozenUntil: '2026-08-08' })
})
