import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { giveFamilyPack, givenChild } from '../../../tests/support/people/families.ts'
import { world } from '../../../tests/support/world.ts'
import { newId } from '../../values/id.ts'
import { addChild } from './add-child.server.ts'
import { childForm } from './family-form.ts'
import { listRelatives } from './family-queries.server.ts'
import { dependantsAtMost } from './guardianship.ts'

const now = '2026-10-12T09:00:00Z'
const leo = () => ({ key: newId(), name: 'Leo Reyes', birthDate: '2017-05-04' })

test('a member adds a child once, however often it is sent', async () => {
  const w = await world()
  const form = leo()
  const press = () => addChild(w.asMember(w.ana, now), form)
  expect(await Promise.all([press(), press(), press()])).toEqual(Array(3).fill({ ok: true }))
  const family = await listRelatives(w.at(now), w.ana.id)
  expect(family).toMatchObject([{ id: form.key, name: 'Leo Reyes', relation: 'dependant' }])
})

test('a key that is somebody’s already links nobody', async () => {
  const w = await world()
  const max = await givenChild(w, 'Max Park', { guardians: [w.cleo] })
  await giveFamilyPack(w, w.cleo)
  for (const key of [max.id, w.ben.id])
    expect(await addChild(w.asMember(w.ana, now), { ...leo(), key })).toMatchObject({ ok: false })
  expect(await listRelatives(w.at(now), w.ana.id)).toEqual([])
})

test('children, and who has a guardian, add nobody, nor does a studio that adds them itself', async () => {
  const w = await world()
  const max = await givenChild(w, 'Max Park', { guardians: [w.cleo] })
  const is = { ok: false, reason: 'is_dependant' }
  expect(await addChild(w.asMember(max, now), leo())).toEqual(is)
  await w.db.run(sql`UPDATE people SET birth_date = '2012-01-01' WHERE id = ${w.ben.id}`)
  expect(await addChild(w.asMember(w.ben, now), leo())).toEqual(is)
  const ctx = w.asMember(w.ana, now)
  const closed = { ...ctx, studio: { ...ctx.studio, portal: 'add_child' } }
  expect(await addChild(closed, leo())).toEqual({ ok: false, reason: 'ask_studio' })
  for (let i = 0; i < dependantsAtMost; i += 1)
    expect(await addChild(ctx, { ...leo(), key: newId() })).toEqual({ ok: true })
  expect(await addChild(ctx, leo())).toEqual({ ok: false, reason: 'too_many_dependants' })
})

test('the form takes children under 18 alone', () => {
  const form = childForm('2026-10-12')
  const born = (birthDate: string) => form.safeParse({ ...leo(), birthDate }).success
  expect(['2008-10-13', '2026-10-12'].map(born)).toEqual([true, true])
  expect(['2008-10-12', '2026-10-13', '2026-02-30', ''].map(born)).toEqual(Array(4).fill(false))
})
