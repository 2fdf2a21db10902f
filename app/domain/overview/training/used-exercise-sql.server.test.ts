import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { addExercise } from '#app/domain/training/save-exercise.server.ts'
import { recordInWorkout } from '#app/domain/training-log/session/record-in-workout.server.ts'
import { saidOfWorkout } from '#app/domain/training-log/session/said-of-workout.ts'
import { startWorkout } from '#app/domain/training-log/session/start-workout.server.ts'
import { addWorkout } from '#app/domain/workouts/library/save-workout.server.ts'
import { newId } from '#app/values/id.ts'
import { world } from '../../../../tests/support/world.ts'
import { usedExerciseSql } from './used-exercise-sql.server.ts'

const now = '2026-06-02T18:00:00Z'

test('an exercise is in use if a workout, a logged set or a skill refers to it', async () => {
  const w = await world()
  const desk = w.asDesk(now)
  const added = async (name: string) => {
    const id = newId()
    const more = { name, aliases: [], logType: 'weight_reps', version: 0 } as const
    await addExercise(desk, { ...more, aliases: [] }, id)
    return id
  }
  const used = async (id: string, at = desk) =>
    (await w.db.all<{ used: number }>(sql`SELECT ${usedExerciseSql(at, id)} AS used`))[0]?.used
  const [asked, logged, taught, free] = [
    ...[await added('Back squat'), await added('Face pull')],
    ...[await added('Pole sit'), await added('Cable fly')],
  ]
  const ids = [asked!, logged!, taught!, free!]
  expect(await Promise.all(ids.map((id) => used(id)))).toEqual([0, 0, 0, 0])

  const fields = { key: newId(), version: 0, name: 'Tower', notes: '', picks: [] }
  await addWorkout(desk, { ...fields, kind: 'strength', text: '5x5 back squat' })
  const ana = w.asMember(w.ana, now)
  const begun = await startWorkout(ana, newId(), { from: 'empty' })
  const set = {
    id: 'e1.1',
    exerciseId: logged,
    entry: 'e1',
    n: 1,
    type: 'normal',
    side: '',
    grams: 20_000,
    reps: 8,
    seconds: null,
    metres: null,
    rpe: null,
    rir: null,
    doneAt: now,
    changedMs: Date.parse(now),
    removed: false,
  }
  if (begun.ok) await recordInWorkout(ana, begun.id, saidOfWorkout.parse({ sets: [set] }))
  await w.db.run(sql`INSERT INTO skill_teachings (studio_id, skill_id, kind, ref_id)
    VALUES (${w.studio.id}, ${newId()}, 'exercise', ${taught})`)
  expect(await Promise.all(ids.map((id) => used(id)))).toEqual([1, 1, 1, 0])
  const other = await world()
  expect(await used(asked!, other.asDesk(now))).toBe(0)
})
