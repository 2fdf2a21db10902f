import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { type FeatureKey, featureKeys } from '#app/domain/scope/features.ts'
import { newId } from '#app/values/id.ts'
import { world } from '../../../../tests/support/world.ts'
import { changeFeatures } from './change-features.server.ts'

const now = '2026-10-12T09:00:00Z'

/** A studio, and saving what it uses as its owner. */
async function using() {
  const w = await world()
  await w.directory.run(sql`
    INSERT INTO studios (id, slug, name, shard, state, time_zone, currency, created_at)
    VALUES (${w.studio.id}, ${w.studio.slug}, ${w.studio.name}, 0, 'open', 'Europe/London', 'GBP',
      ${now})`)
  const save = (version: string, off: readonly FeatureKey[]) => {
    const ctx = { ...w.asDesk(now), actor: { userId: 'x', name: 'Olga', role: 'owner' as const } }
    const on = featureKeys.filter((key) => !off.includes(key)).map((key) => [key, 'on'] as const)
    return changeFeatures(ctx, w.directory, { key: newId(), version, ...Object.fromEntries(on) })
  }
  const kept = async () =>
    (
      await w.directory.all<{ off: string }>(
        sql`SELECT features_off AS off FROM studios WHERE id = ${w.studio.id}`,
      )
    )[0]!.off
  const lines = () =>
    w.db.all<{ detail: string }>(sql`
      SELECT detail FROM audit_entries
      WHERE studio_id = ${w.studio.id} AND action = 'studio.features_changed' ORDER BY created_at`)
  return { w, save, kept, lines }
}

test('features that are turned off are saved, and the change log says what changed', async () => {
  const { save, kept, lines } = await using()
  expect(await save('', ['workouts', 'files'])).toEqual({ ok: true })
  expect(await kept()).toBe('workouts files')
  expect(await save('workouts files', ['files'])).toEqual({ ok: true })
  expect(await kept()).toBe('files')
  expect((await lines()).map(({ detail }) => JSON.parse(detail))).toEqual(
    expect.arrayContaining([{ workouts: false, files: false }, { workouts: true }]),
  )
})

test('saving the same settings again changes nothing and leaves no line in the change log', async () => {
  const { save, lines } = await using()
  expect(await save('', [])).toEqual({ ok: true })
  expect(await lines()).toEqual([])
})

test('when two people save from the same page, the second is asked to look again', async () => {
  const { save, lines } = await using()
  const both = await Promise.all([save('', ['workouts']), save('', ['files'])])
  expect(both.map(({ ok }) => ok).sort()).toEqual([false, true])
  expect(await lines()).toHaveLength(1)
})

test('a feature that people have bookings in stays on, and the rest of the form is not saved', async () => {
  const { w, save, kept } = await using()
  await w.db.run(sql`
    INSERT INTO coaching_relations (id, studio_id, coach_id, person_id, from_on, per_week, created_at)
    VALUES ('r1', ${w.studio.id}, 'c', 'p', '2026-10-01', 2, ${now})`)
  await w.db.run(sql`
    INSERT INTO class_skills (studio_id, type_id, skill_id)
    VALUES (${w.studio.id}, 't1', 's1'), (${w.studio.id}, 't1', 's2'), (${w.studio.id}, 't2', 's1')`)
  expect(await save('', ['coaching', 'path', 'workouts'])).toEqual({
    ok: false,
    reason: 'in_use',
    kept: {
      coaching: '1 client is being coached. End that first.',
      path: '2 class types ask for a skill. Take the skill off them first.',
    },
  })
  expect(await kept()).toBe('')
})

test('past bookings keep no feature on', async () => {
  const { w, save } = await using()
  await w.db.run(sql`
    INSERT INTO coaching_relations (id, studio_id, coach_id, person_id, from_on, to_on, per_week,
      created_at)
    VALUES ('r1', ${w.studio.id}, 'c', 'p', '2026-01-01', '2026-10-11', 2, ${now})`)
  expect(await save('', ['coaching'])).toMatchObject({ ok: true })
})
