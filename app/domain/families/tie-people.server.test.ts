import { expect, test } from 'vitest'
import { world } from '../../../tests/support/world.ts'
import { listRelatives } from './family-queries.server.ts'
import { relationOfWord, relationWords } from './family-relations.ts'
import { linkGuardian } from './link-guardian.server.ts'
import { listTies, tiePeople, untiePeople } from './tie-people.server.ts'

const now = '2026-06-10T09:00:00Z'

test('a partner is noted once, read from both sides, and gets no rights', async () => {
  const w = await world()
  const ctx = w.asDesk(now)
  const said = { otherId: w.ben.id, relation: 'payer' as const }
  expect(await tiePeople(ctx, w.ana.id, said)).toBe(true)
  expect(await tiePeople(ctx, w.ana.id, said)).toBe(true)
  expect(await tiePeople(ctx, w.ben.id, { otherId: w.ana.id, relation: 'partner' })).toBe(false)
  const read = async (id: string) =>
    (await listTies(ctx, id)).map(({ name, relation, back }) => [
      name,
      relationWords(relation, back === 1),
    ])
  expect(await read(w.ana.id)).toEqual([['Ben Okoro', 'Second payer']])
  expect(await read(w.ben.id)).toEqual([['Ana Reyes', 'Paid for by them']])
  expect(await listRelatives(ctx, w.ana.id)).toEqual([])
  await untiePeople(ctx, w.ben.id, w.ana.id)
  expect(await read(w.ana.id)).toEqual([])
})

test('a guardian can be a grandparent, and is not noted a second time without rights', async () => {
  const w = await world()
  const ctx = w.asDesk(now)
  expect(await linkGuardian(ctx, w.ana.id, w.cleo.id, 'grandparent')).toEqual({ ok: true })
  expect(await listRelatives(ctx, w.cleo.id)).toMatchObject([
    { id: w.ana.id, relation: 'guardian', word: 'grandparent' },
  ])
  expect(await tiePeople(ctx, w.cleo.id, { otherId: w.ana.id, relation: 'other' })).toBe(false)
})

test('people of another studio are nobody’s family', async () => {
  const [w, other] = [await world(), await world()]
  const said = { otherId: other.ben.id, relation: 'sibling' as const }
  expect(await tiePeople(w.asDesk(now), w.ana.id, said)).toBe(false)
  expect(await listTies(other.at(now), other.ben.id)).toEqual([])
})

test('words of files are understood where they are plain, and nothing is guessed of others', () => {
  expect(['Grandmother', 'wife', 'Bruder', 'Nanny', 'Neighbour'].map(relationOfWord)).toEqual([
    ...['grandparent', 'partner', 'sibling', 'carer', null],
  ])
})
