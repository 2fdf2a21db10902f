import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { newId } from '#app/values/id.ts'
import { world } from '../../../tests/support/world.ts'
import { linkExercise, unlinkExercise } from './link-exercises.server.ts'
import { addExercise } from './save-exercise.server.ts'

test('regressions never close a circle, however long, also when two links are made at once', async () => {
  const w = await world()
  const ctx = w.asDesk('2026-06-01T08:00:00Z')
  const add = (name: string) =>
    addExercise(ctx, { name, aliases: [], logType: 'reps', version: 0 }, newId())
  const [hang, knee, leg, toes] = [
    await add('Dead hang'),
    await add('Hanging knee raise'),
    await add('Hanging leg raise'),
    await add('Toes to bar'),
  ]
  const link = (id: string, side: 'easier' | 'harder', name: string) =>
    linkExercise(ctx, id, { side, name })
  expect(await link(knee, 'easier', 'dead hangs')).toEqual({ ok: true, name: 'Dead hang' })
  expect(await link(knee, 'harder', 'Hanging leg raise')).toMatchObject({ ok: true })
  expect(await link(knee, 'harder', 'Hanging leg raise')).toMatchObject({ ok: true })
  expect(await link(leg, 'harder', 'Toes to bar')).toMatchObject({ ok: true })
  expect(await link(toes, 'harder', 'Dead hang')).toEqual({ ok: false, reason: 'circle' })
  expect(await link(hang, 'easier', 'Hanging leg raise')).toEqual({ ok: false, reason: 'circle' })
  expect(await link(hang, 'easier', 'Dead hang')).toEqual({ ok: false, reason: 'same' })
  expect(await link(hang, 'easier', 'nothing like it')).toEqual({ ok: false, reason: 'unknown' })
  expect(await link(newId(), 'easier', 'Dead hang')).toEqual({ ok: false, reason: 'not_found' })
  expect(await link(newId(), 'easier', 'nothing like it')).toMatchObject({ reason: 'not_found' })
  expect(await unlinkExercise(ctx, newId(), leg)).toBe(false)
  expect(await unlinkExercise(ctx, toes, leg)).toBe(true)
  const both = await Promise.all([
    link(toes, 'easier', 'Hanging leg raise'),
    link(toes, 'harder', 'Dead hang'),
  ])
  expect(both.filter(({ ok }) => ok)).toHaveLength(1)
  const rows = await ctx.db.all(sql`SELECT 1 FROM exercise_links WHERE studio_id = ${w.studio.id}`)
  expect(rows).toHaveLength(3)
})
