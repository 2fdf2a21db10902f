import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { newId } from '#app/values/id.ts'
import { world } from '../../../../tests/support/world.ts'
import { changeLook } from './change-look.server.ts'

const now = '2026-10-12T09:00:00Z'

async function looking() {
  const w = await world()
  await w.directory.run(sql`
    INSERT INTO studios (id, slug, name, shard, state, time_zone, currency, created_at)
    VALUES (${w.studio.id}, ${w.studio.slug}, ${w.studio.name}, 0, 'open', 'Europe/London', 'GBP',
      ${now})`)
  const save = (version: string, colour: string, logo = '') => {
    const ctx = { ...w.asDesk(now), actor: { userId: 'x', name: 'Olga', role: 'owner' as const } }
    return changeLook(ctx, w.directory, { key: newId(), version, colour, logo })
  }
  const kept = async () =>
    (
      await w.directory.all<{ hue: number; chroma: number; colour: string; logo: string }>(
        sql`SELECT hue, chroma, colour, logo FROM studios WHERE id = ${w.studio.id}`,
      )
    )[0]!
  return { w, save, kept }
}

test('a picked colour is kept as it was picked, with the hue and chroma that pages use', async () => {
  const { w, save, kept } = await looking()
  expect(await save(' ', 'var(--teal-700)')).toEqual({ ok: true })
  const look = await kept()
  expect(look).toMatchObject({ colour: 'var(--teal-700)', logo: '' })
  expect(look.hue).toBeGreaterThan(170)
  expect(look.hue).toBeLessThan(200)
  const lines = await w.db.all(sql`
    SELECT id FROM audit_entries
    WHERE studio_id = ${w.studio.id} AND action = 'studio.look_changed'`)
  expect(lines).toHaveLength(1)
})

test('when two people save from the same page, the second is asked to look again', async () => {
  const { save } = await looking()
  const both = await Promise.all([save(' ', '#1e88e5'), save(' ', '#6a1b9a')])
  expect(both.map(({ ok }) => ok).sort()).toEqual([false, true])
})

test('saving the same look again changes nothing and leaves no line in the change log', async () => {
  const { w, save } = await looking()
  await save(' ', '#1e88e5')
  expect(await save('#1e88e5 ', '#1e88e5')).toEqual({ ok: true })
  const lines = await w.db.all(sql`
    SELECT id FROM audit_entries
    WHERE studio_id = ${w.studio.id} AND action = 'studio.look_changed'`)
  expect(lines).toHaveLength(1)
})
