import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { type Person, type World, world } from '../../../tests/support/world.ts'
import { archivePerson } from '../people/archive-person.server.ts'
import { listRelatives } from './family-queries.server.ts'
import { guardiansAtMost } from './guardianship.ts'
import { linkGuardian, unlinkGuardian } from './link-guardian.server.ts'

const now = '2026-10-12T09:00:00Z'

const family = async (w: World, person: Person) =>
  (await listRelatives(w.at(now), person.id)).map(({ name, relation }) => `${relation} ${name}`)

const lines = (w: World, person: Person) =>
  w.db.all<{ action: string }>(sql`SELECT action FROM audit_entries
    WHERE studio_id = ${w.studio.id} AND subject_id = ${person.id} ORDER BY rowid`)

test('a guardian stands on both pages, however often they are added, and leaves both', async () => {
  const w = await world()
  const child = await w.givenPerson('Isla Reyes')
  const twice = await Promise.all([
    linkGuardian(w.asDesk(now), w.ana.id, child.id),
    linkGuardian(w.asDesk(now), w.ana.id, child.id),
  ])
  expect(twice).toEqual([{ ok: true }, { ok: true }])
  expect(await family(w, child)).toEqual(['guardian Ana Reyes'])
  expect(await family(w, w.ana)).toEqual(['dependant Isla Reyes'])
  await unlinkGuardian(w.asDesk(now), w.ana.id, child.id)
  await unlinkGuardian(w.asDesk(now), w.ana.id, child.id)
  expect([await family(w, child), await family(w, w.ana)]).toEqual([[], []])
  expect((await lines(w, child)).map(({ action }) => action)).toEqual([
    'guardian.added',
    'guardian.removed',
  ])
})

test('two households may look after one child, a third may not', async () => {
  const w = await world()
  const child = await w.givenPerson('Isla Reyes')
  for (const guardian of [w.ana, w.ben])
    expect(await linkGuardian(w.asDesk(now), guardian.id, child.id)).toEqual({ ok: true })
  expect(guardiansAtMost).toBe(2)
  expect(await linkGuardian(w.asDesk(now), w.cleo.id, child.id)).toMatchObject({
    ok: false,
    reason: 'too_many_guardians',
    dependant: 'Isla Reyes',
  })
})

test('nobody is a guardian and looked after, their own guardian, or of another studio', async () => {
  const [w, other] = [await world(), await world()]
  const child = await w.givenPerson('Isla Reyes')
  await linkGuardian(w.asDesk(now), w.ana.id, child.id)
  const refused = async (guardian: Person, dependant: Person) => {
    const result = await linkGuardian(w.asDesk(now), guardian.id, dependant.id)
    return result.ok ? 'linked' : result.reason
  }
  expect(await refused(child, w.ben)).toBe('is_dependant')
  expect(await refused(w.ben, w.ana)).toBe('has_dependants')
  expect(await refused(w.ben, w.ben)).toBe('same_person')
  expect(await refused(other.ana, w.ben)).toBe('not_found')
  await archivePerson(w.asDesk(now), w.cleo.id, '')
  expect(await refused(w.cleo, child)).toBe('not_found')
  expect(await family(w, child)).toEqual(['guardian Ana Reyes'])
})
