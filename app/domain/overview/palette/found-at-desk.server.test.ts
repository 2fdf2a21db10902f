import { expect, test } from 'vitest'
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
