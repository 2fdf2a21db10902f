import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { type World, world } from '../../../tests/support/world.ts'
import type { MyDetails } from './my-details.ts'
import { updateMyDetails } from './update-my-details.server.ts'

const now = '2026-10-12T09:00:00Z'
const details: MyDetails = {
  name: 'Ana Reyes-Park',
  preferredName: 'Ani',
  pronouns: 'she/her',
  phone: '+44 113 496 0000',
  address: '3 Canal Row, Leeds',
  birthDate: '1990-02-28',
  emergencyName: 'Leo Reyes',
  emergencyPhone: '07700 900123',
  photo: '',
  showsName: false,
}

const auditOf = (w: World) =>
  w.db.all<{ actor: string; action: string; subject: string; detail: string; at: string }>(sql`
    SELECT actor_name AS actor, action, subject_id AS subject, detail, created_at AS at
    FROM audit_entries
    WHERE studio_id = ${w.studio.id}`)

test('what a person says about themselves is kept, and the audit names what changed without copying it', async () => {
  const w = await world()
  const result = await updateMyDetails(w.asMember(w.ana, now), { ...details, name: w.ana.name }, 1)

  const changed = [
    'preferredName',
    'pronouns',
    'phone',
    'address',
    'birthDate',
    'emergencyName',
    'emergencyPhone',
  ]
  expect(result).toEqual({ ok: true, changed })
  expect(
    await w.db.all(
      sql`SELECT preferred_name AS p, birth_date AS b FROM people WHERE id = ${w.ana.id}`,
    ),
  ).toEqual([{ p: 'Ani', b: '1990-02-28' }])
  const audit = await auditOf(w)
  expect(audit).toEqual([
    {
      actor: w.ana.name,
      action: 'details_changed',
      subject: w.ana.id,
      detail: JSON.stringify({ changed }),
      at: now,
    },
  ])
})

test('saying the same again writes nothing', async () => {
  const w = await world()
  await updateMyDetails(w.asMember(w.ana, now), details, 1)
  expect(await updateMyDetails(w.asMember(w.ana, now), details, 1)).toEqual({
    ok: true,
    changed: [],
  })
  expect(await auditOf(w)).toHaveLength(1)
})

test('only the own person changes, and a person of another studio is not found', async () => {
  const [w, other] = [await world(), await world()]
  await updateMyDetails(w.asMember(w.ana, now), details, 1)
  expect(
    await w.db.all(
      sql`SELECT name FROM people WHERE id IN (${w.ben.id}, ${w.cleo.id}) ORDER BY name`,
    ),
  ).toEqual([{ name: w.ben.name }, { name: w.cleo.name }])
  const foreign = { ...w.asMember(w.ben, now), studio: { ...w.studio, id: other.studio.id } }
  expect(await updateMyDetails(foreign, details, 1)).toEqual({ ok: false, reason: 'not_found' })
})
