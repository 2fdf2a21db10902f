import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { givenPlan } from '../../../../tests/support/sales/memberships.ts'
import { world } from '../../../../tests/support/world.ts'
import { foundAtDesk } from './found-at-desk.server.ts'

const now = '2026-10-12T09:00:00Z'

test('people and today’s classes are found by part of their name, each with its own page', async () => {
  const w = await world()
  const today = await w.givenClass({ localStart: '2026-10-12T18:30' })
  await w.givenClass({ localStart: '2026-10-13T18:30' })
  const people = await foundAtDesk(w.asDesk(now), 'ana')
  expect(people.map(({ kind, name }) => [kind, name])).toContainEqual(['person', 'Ana Reyes'])
  const all = await foundAtDesk(w.asDesk(now), 'e')
  expect(all).toEqual([])
  const [found] = (await foundAtDesk(w.asDesk(now), 'pole')).filter(({ kind }) => kind === 'class')
  expect(found?.path ?? today).toContain(today)
})

test('a coach finds no plan, no package and no invoice', async () => {
  const w = await world()
  const desk = w.asDesk(now)
  const coach = { ...desk, actor: { ...desk.actor, role: 'coach' as const } }
  for (const asked of ['un', 'class', 'pack', '1', 'INV-1', '12'])
    expect(
      (await foundAtDesk(coach, asked)).filter(({ kind }) => kind !== 'person' && kind !== 'class'),
    ).toEqual([])
})

test('search finds only offers that their list shows, and only for staff who may open that list', async () => {
  const w = await world()
  for (let version = 1; version <= 9; version += 1)
    await givenPlan(w, { name: 'Monthly gold', priceMinor: 9_000 + version, version })
  await w.db.run(sql`UPDATE plans SET archived_at = '2026-06-01T10:00:00Z'
    WHERE studio_id = ${w.studio.id} AND name = 'Monthly gold' AND version < 9`)
  const parts = async (set: string) =>
    w.db.run(sql`UPDATE packages SET ${sql.raw(set)} WHERE studio_id = ${w.studio.id}`)
  const desk = w.asDesk(now)
  const manager = { ...desk, actor: { ...desk.actor, role: 'manager' as const } }
  const sold = async (who: typeof desk, q: string) =>
    (await foundAtDesk(who, q)).filter(({ kind }) => kind === 'plan' || kind === 'package')
  expect((await sold(manager, 'gold')).map(({ name }) => name)).toEqual(['Monthly gold'])
  const [pack] = await w.db.all<{ name: string }>(
    sql`SELECT name FROM packages WHERE studio_id = ${w.studio.id} LIMIT 1`,
  )
  expect(await sold(manager, pack!.name)).not.toEqual([])
  await parts(`bundle_id = 'whole'`)
  expect(await sold(manager, pack!.name)).toEqual([])
  await parts(`bundle_id = NULL, archived_at = '2026-06-01T10:00:00Z'`)
  expect(await sold(manager, pack!.name)).toEqual([])
  expect(desk.actor.role).toBe('front_desk')
  for (const q of ['gold', pack!.name]) expect(await sold(desk, q)).toEqual([])
})

test('where more people have a name than are shown, a last line leads to all of them in the list', async () => {
  const w = await world()
  const people = async () =>
    (await foundAtDesk(w.asDesk(now), 'abernathy')).filter(({ kind }) => kind === 'person')
  for (let i = 1; i <= 8; i += 1) await w.givenPerson(`Person${i} Abernathy`)
  expect((await people()).map(({ name }) => name)).toEqual(
    Array.from({ length: 8 }, (_, i) => `Person${i + 1} Abernathy`),
  )
  await w.givenPerson('Person9 Abernathy')
  const more = await people()
  expect(more).toHaveLength(9)
  expect(more.at(-1)).toEqual({
    kind: 'person',
    name: 'All people who match',
    note: 'In the list of people',
    path: `/${w.studio.slug}/manage/members/members?q=abernathy`,
  })
})

test('a class of today that was cancelled says so', async () => {
  const w = await world()
  const id = await w.givenClass({ localStart: '2026-10-12T18:30' })
  await w.givenClass({ localStart: '2026-10-12T20:00' })
  await w.db.run(sql`UPDATE occurrences SET state = 'cancelled' WHERE id = ${id}`)
  const notes = (await foundAtDesk(w.asDesk(now), 'pole'))
    .filter(({ kind }) => kind === 'class')
    .map(({ note }) => note.endsWith(', cancelled'))
  expect(notes).toEqual([true, false])
})
