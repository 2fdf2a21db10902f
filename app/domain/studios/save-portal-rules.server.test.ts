import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import type { Role } from '#app/domain/scope/permissions.ts'
import { settingKeys, studioLets } from '#app/domain/scope/portal-rules.ts'
import { newId } from '#app/values/id.ts'
import { type World, world } from '../../../tests/support/world.ts'
import { savePortalRules } from './save-portal-rules.server.ts'

const now = '2026-10-12T09:00:00Z'

/** A studio of the directory with the rules of `w`'s, and saving there as somebody. */
async function saving(w: World) {
  await w.directory.run(sql`
    INSERT INTO studios (id, slug, name, shard, state, time_zone, currency, created_at)
    VALUES (${w.studio.id}, ${w.studio.slug}, ${w.studio.name}, ${w.studio.shard}, 'open',
      'Europe/London', 'GBP', ${now})`)
  const portal = async () =>
    (
      await w.directory.all<{ portal: string }>(
        sql`SELECT portal FROM studios WHERE id = ${w.studio.id}`,
      )
    )[0]!.portal
  const save = async (role: Role, version: string, off: string[], on: string[] = []) => {
    const wanted = settingKeys.filter(
      (key) => !off.includes(key) && (studioLets({ portal: version }, key) || on.includes(key)),
    )
    const boxes = Object.fromEntries(wanted.map((key) => [key, 'on' as const]))
    const ctx = { ...w.asDesk(now), actor: { userId: 'x', name: 'Olga', role } }
    return savePortalRules(ctx, w.directory, { ...boxes, key: newId(), version })
  }
  return { portal, save }
}

const audits = (w: World) =>
  w.db.all<{ detail: string }>(sql`
    SELECT detail FROM audit_entries
    WHERE studio_id = ${w.studio.id} AND action = 'studio.portal_changed' ORDER BY rowid`)

test('what members can do is saved with one line of the change log, and saving the same again leaves none', async () => {
  const w = await world()
  const { portal, save } = await saving(w)
  expect(await save('manager', '', ['guests'])).toEqual({ ok: true })
  expect(await portal()).toBe('guests')
  expect(await save('manager', 'guests', ['guests'])).toEqual({ ok: true })
  expect(await audits(w)).toEqual([{ detail: '{"guests":false}' }])
})

test('when two people save from the same page, the second is asked to look again', async () => {
  const w = await world()
  const { save } = await saving(w)
  const both = await Promise.all([save('owner', '', ['guests']), save('owner', '', ['repeat'])])
  expect(both.map((result) => result.ok).sort()).toEqual([false, true])
  expect(await audits(w)).toHaveLength(1)
})

test('only an owner lets managers export people, and a manager who saves leaves it as it is', async () => {
  const w = await world()
  const { portal, save } = await saving(w)
  await save('manager', '', [], ['managers_export'])
  expect(await portal()).toBe('')
  await save('owner', '', [], ['managers_export'])
  expect(await portal()).toBe('managers_export')
  await save('manager', 'managers_export', ['managers_export', 'enrol'])
  expect((await portal()).split(' ').sort()).toEqual(['enrol', 'managers_export'])
})
