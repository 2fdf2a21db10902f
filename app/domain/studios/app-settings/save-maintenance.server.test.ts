import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { newId } from '#app/values/id.ts'
import { world } from '../../../../tests/support/world.ts'
import { maintenanceForm } from './maintenance-form.ts'
import { saveMaintenance } from './save-maintenance.server.ts'

const now = '2026-10-12T09:00:00Z'

async function telling() {
  const w = await world()
  await w.directory.run(sql`
    INSERT INTO studios (id, slug, name, shard, state, time_zone, currency, created_at)
    VALUES (${w.studio.id}, ${w.studio.slug}, ${w.studio.name}, 0, 'open', 'Europe/London', 'GBP',
      ${now})`)
  const save = (version: string, said: { text?: string; from?: string; until?: string }) => {
    const ctx = { ...w.asDesk(now), actor: { userId: 'x', name: 'Olga', role: 'owner' as const } }
    return saveMaintenance(
      ctx,
      w.directory,
      maintenanceForm.parse({ ...said, key: newId(), version }),
    )
  }
  const kept = async () =>
    (
      await w.directory.all<{ maintenance: string }>(
        sql`SELECT maintenance FROM studios WHERE id = ${w.studio.id}`,
      )
    )[0]!.maintenance
  return { save, kept }
}

test('a notice is kept at the times of the studio’s wall, and taken down by leaving it empty', async () => {
  const { save, kept } = await telling()
  const said = { text: 'Slow tonight', from: '2026-10-17T22:00', until: '2026-10-18T06:00' }
  expect(await save('', said)).toEqual({ ok: true })
  expect(await kept()).toBe('2026-10-17T21:00:00Z 2026-10-18T05:00:00Z Slow tonight')
  expect(await save('', { ...said, text: 'Other' })).toMatchObject({ reason: 'changed_meanwhile' })
  expect(await save(await kept(), {})).toEqual({ ok: true })
  expect(await kept()).toBe('')
})

test('times that cannot be are refused at their field, and nothing is kept', async () => {
  const { save, kept } = await telling()
  const text = 'Slow'
  for (const [from, until, reason] of [
    [undefined, '2026-10-18T06:00', 'no_times'],
    ['2026-13-40T06:00', '2026-10-18T06:00', 'no_times'],
    ['2026-10-18T06:00', '2026-10-18T06:00', 'ends_first'],
    ['2026-10-11T06:00', '2026-10-12T10:00', 'over'],
    ['2026-10-12T12:00', '2026-11-13T12:00', 'too_long'],
  ] as const)
    expect(await save('', { text, until, ...(from ? { from } : {}) }), reason).toMatchObject({
      ok: false,
      reason,
    })
  expect(await kept()).toBe('')
})
