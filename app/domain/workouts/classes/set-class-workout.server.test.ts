import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { newId } from '#app/values/id.ts'
import { world } from '../../../../tests/support/world.ts'
import { setClassWorkout } from './set-class-workout.server.ts'

/** A class of the world's studio, two workouts, and setting them as a coach. */
async function teaching() {
  const w = await world()
  const occurrence = await w.givenClass({ localStart: '2026-10-15T18:30' })
  const ctx = w.asDesk('2026-10-15T12:00:00Z')
  const [fran, cindy, old, foreign] = [newId(), newId(), newId(), newId()]
  const put = (id: string, studioId: string, state = 'draft') =>
    w.db.run(sql`
      INSERT INTO workouts (id, studio_id, name, kind, state, version, created_at, updated_at)
      VALUES (${id}, ${studioId}, ${id}, 'strength', ${state}, 1, ${ctx.now}, ${ctx.now})`)
  await put(fran, w.studio.id)
  await put(cindy, w.studio.id)
  await put(old, w.studio.id, 'archived')
  await put(foreign, newId())
  const planned = async () =>
    (
      await w.db.all<{ id: string }>(sql`
        SELECT workout_id AS id FROM class_workouts
        WHERE studio_id = ${w.studio.id} AND occurrence_id = ${occurrence}`)
    ).map(({ id }) => id)
  const set = (workout: string, version = '', at = ctx) =>
    setClassWorkout(at, occurrence, { workout, version })
  return { w, ctx, set, planned, fran, cindy, old, foreign, over: w.asDesk('2026-10-15T18:30:00Z') }
}

test('a class has one workout, which is changed and taken off', async () => {
  const { set, planned, fran, cindy } = await teaching()
  expect(await set(fran)).toEqual({ ok: true })
  expect(await set(cindy, fran)).toEqual({ ok: true })
  expect(await planned()).toEqual([cindy])
  expect(await set('', cindy)).toEqual({ ok: true })
  expect(await planned()).toEqual([])
})

test('of two coaches who plan one class at once, one is told', async () => {
  const { w, set, planned, fran, cindy } = await teaching()
  const both = await Promise.all([set(fran), set(cindy)])
  expect(both.map(({ ok }) => ok).sort()).toEqual([false, true])
  expect(both.find(({ ok }) => !ok)).toEqual({ ok: false, reason: 'changed_meanwhile' })
  expect(await planned()).toHaveLength(1)
  const lines = await w.db.all(sql`
    SELECT id FROM audit_entries
    WHERE studio_id = ${w.studio.id} AND action = 'class.workout_set'`)
  expect(lines).toHaveLength(1)
})

test('an archived workout and one of another studio are refused, and so is a class that is over', async () => {
  const { ctx, set, planned, fran, old, foreign, over } = await teaching()
  for (const workout of [old, foreign, 'nobody’s'])
    expect(await set(workout)).toEqual({ ok: false, reason: 'unknown_workout' })
  expect(await set(fran, '', over)).toEqual({ ok: false, reason: 'over' })
  expect(await setClassWorkout(ctx, newId(), { workout: fran, version: '' })).toEqual({
    ok: false,
    reason: 'not_found',
  })
  expect(await planned()).toEqual([])
})
