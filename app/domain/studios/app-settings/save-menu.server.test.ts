import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { hideable } from '#app/domain/scope/menu.ts'
import { newId } from '#app/values/id.ts'
import { world } from '../../../../tests/support/world.ts'
import { menuForm } from './menu-form.ts'
import { saveMenu } from './save-menu.server.ts'

const now = '2026-10-12T09:00:00Z'

async function ordering() {
  const w = await world()
  await w.directory.run(sql`
    INSERT INTO studios (id, slug, name, shard, state, time_zone, currency, created_at)
    VALUES (${w.studio.id}, ${w.studio.slug}, ${w.studio.name}, 0, 'open', 'Europe/London', 'GBP',
      ${now})`)
  const save = (version: string, said: Record<string, string>) => {
    const ctx = { ...w.asDesk(now), actor: { userId: 'x', name: 'Olga', role: 'owner' as const } }
    const shown = Object.fromEntries(hideable.map((part) => [`show_${part}`, 'on']))
    const form = menuForm.parse({ ...shown, start: 'home', ...said, key: newId(), version })
    return saveMenu(ctx, w.directory, form)
  }
  const kept = async () =>
    (
      await w.directory.all<{ menu: string }>(
        sql`SELECT menu FROM studios WHERE id = ${w.studio.id}`,
      )
    )[0]!.menu
  const lines = () =>
    w.db.all(sql`
      SELECT id FROM audit_entries
      WHERE studio_id = ${w.studio.id} AND action = 'studio.menu_changed'`)
  return { save, kept, lines }
}

test('a menu is kept as what is not usual, with a line for the change log', async () => {
  const { save, kept, lines } = await ordering()
  expect(await save('', { start: 'timetable', side: 'todo,have' })).toEqual({ ok: true })
  expect(await kept()).toBe('start=timetable side=todo,have,family,weeks')
  expect(await lines()).toHaveLength(1)
  expect(await save(await kept(), {})).toEqual({ ok: true })
  expect(await kept()).toBe('')
})

test('saving the usual menu again writes no audit line, and the second of two people who save is asked to look again', async () => {
  const { save, lines } = await ordering()
  await save('', {})
  expect(await lines()).toHaveLength(0)
  const both = await Promise.all([save('', { start: 'account' }), save('', { start: 'programs' })])
  expect(both.map(({ ok }) => ok).sort()).toEqual([false, true])
})
