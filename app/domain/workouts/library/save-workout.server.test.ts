import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import type { StaffContext } from '#app/domain/scope/staff-context.ts'
import { addExercise } from '#app/domain/training/save-exercise.server.ts'
import { newId } from '#app/values/id.ts'
import { world } from '../../../../tests/support/world.ts'
import { exercisesOf } from '../plan/plan.ts'
import { publishWorkout } from './publish-workout.server.ts'
import { addWorkout, changeWorkout } from './save-workout.server.ts'
import { workoutDeskPage } from './workout-desk-page.server.ts'
import type { WorkoutFields } from './workout-fields.ts'
import { workoutFilters } from './workout-filters.ts'
import { findWorkout, listWorkouts } from './workout-queries.server.ts'

const now = '2026-06-01T08:00:00Z'

/** A studio whose library has two squats and pullups. */
async function gym() {
  const made = await world()
  const ctx = made.asDesk(now)
  const add = (name: string, aliases: string[] = []) =>
    addExercise(ctx, { name, aliases, logType: 'weight_reps', version: 0 }, newId())
  return {
    ...made,
    ctx,
    squat: await add('Barbell Squat'),
    split: await add('Split Squat'),
    pullups: await add('Pullups', ['Chin over bar']),
  }
}

const fields = (more: Partial<WorkoutFields> = {}): WorkoutFields => ({
  key: newId(),
  version: 0,
  name: 'Monday',
  kind: 'strength',
  notes: '',
  picks: [],
  text: '5x5 barbell squat @80%\n3x8 pull-ups',
  ...more,
})

const list = async (ctx: StaffContext, state = '') =>
  (await listWorkouts(ctx, workoutFilters.parse({ state }), { page: 1, perPage: 50 })).items.map(
    (one) => `${one.name} ${one.state}`,
  )

test('a name in another spelling is the exercise, and sending a workout twice adds it once', async () => {
  const { ctx, squat, pullups } = await gym()
  const form = fields()
  const first = await addWorkout(ctx, form)
  expect(first).toEqual({ ok: true, id: form.key, unclear: 0 })
  expect(await addWorkout(ctx, form)).toEqual(first)
  const workout = await findWorkout(ctx, form.key)
  expect(exercisesOf(workout?.plan ?? { blocks: [] }).map((one) => one.exerciseId)).toEqual([
    squat,
    pullups,
  ])
  expect(await list(ctx)).toEqual(['Monday draft'])
  expect(
    await ctx.db.all(sql`SELECT action FROM audit_entries WHERE studio_id = ${ctx.studio.id}
      AND subject_id = ${form.key}`),
  ).toEqual([{ action: 'workout.added' }])
})

test('a name that may mean several is asked about, and what was chosen stays chosen', async () => {
  const { ctx, split } = await gym()
  const form = fields({ text: '3x10 squat\nbandy hip thing x20' })
  expect(await addWorkout(ctx, form)).toMatchObject({ unclear: 2 })
  const before = await workoutDeskPage(ctx, form.key)
  expect(before?.choices.map(({ typed, options }) => [typed, options.map((o) => o.label)])).toEqual(
    [['squat', ['Split Squat', 'Barbell Squat']]],
  )
  const pick = `${split} squat`
  const text = '3x10 squat'
  await changeWorkout(ctx, form.key, { ...form, text, version: 1, picks: [pick] })
  const after = await workoutDeskPage(ctx, form.key)
  expect(after).toMatchObject({ clear: true, picks: [pick] })
  expect(after?.lines.map(({ name, rest }) => [name, rest])).toEqual([
    ['Split Squat', '3 sets of 10'],
  ])
})

test('understood lines keep the order of the text, a superset right before its exercises', async () => {
  const { ctx } = await gym()
  const form = fields({
    text: 'A Barbell squat 5x5\nB1 Split squat 3x8\nB2 Pullups 3x5 24\nC bandy hip thing x20\n5x5',
  })
  await addWorkout(ctx, form)
  const page = await workoutDeskPage(ctx, form.key)
  expect(page?.lines.map(({ letter, name, tone }) => [letter, name, tone])).toEqual([
    ['A', 'Barbell Squat', 'clear'],
    ['B', 'Superset', 'clear'],
    ['', 'Split Squat', 'clear'],
    ['', 'Pullups', 'confirm'],
    ['C', '“bandy hip thing”', 'wrong'],
    ['', 'Line 5', 'wrong'],
  ])
  expect(page?.lines[3]?.rest).toMatch(/no unit: 24 is taken as kg$/)
})

test('an exercise of another studio cannot be chosen', async () => {
  const [{ ctx }, other] = [await gym(), await gym()]
  const form = fields({ text: '3x10 squat', picks: [`${other.squat} squat`] })
  expect(await addWorkout(ctx, form)).toMatchObject({ unclear: 1 })
})

test('each save is a version, those before stay, and who saves second is told', async () => {
  const { ctx } = await gym()
  const form = fields()
  await addWorkout(ctx, form)
  const edit = { ...form, version: 1, text: '3x3 barbell squat 100kg' }
  expect(await changeWorkout(ctx, form.key, edit)).toMatchObject({ ok: true })
  expect(await changeWorkout(ctx, form.key, edit)).toEqual({
    ok: false,
    reason: 'changed_meanwhile',
  })
  expect(
    await ctx.db.all(sql`SELECT version, text FROM workout_versions
      WHERE studio_id = ${ctx.studio.id} AND workout_id = ${form.key} ORDER BY version`),
  ).toEqual([
    { version: 1, text: form.text },
    { version: 2, text: edit.text },
  ])
  expect(await changeWorkout(ctx, newId(), edit)).toEqual({ ok: false, reason: 'not_found' })
})

test('a workout is scheduled until its time, and only clear ones are published', async () => {
  const { ctx, asDesk } = await gym()
  const [clear, unclear] = [fields(), fields({ name: 'Tuesday', text: 'bandy hip thing x20' })]
  await addWorkout(ctx, clear)
  await addWorkout(ctx, unclear)
  const publish = { act: 'publish', at: '2026-06-02T05:00:00Z', version: 1 } as const
  expect(await publishWorkout(ctx, unclear.key, publish)).toEqual({ ok: false, reason: 'unclear' })
  expect(await publishWorkout(ctx, clear.key, { ...publish, version: 7 })).toEqual({
    ok: false,
    reason: 'changed_meanwhile',
  })
  expect(await publishWorkout(ctx, clear.key, publish)).toEqual({ ok: true, at: publish.at })
  expect(await list(ctx)).toEqual(['Monday scheduled', 'Tuesday draft'])
  expect(await list(asDesk('2026-06-02T05:00:00Z'), 'published')).toEqual(['Monday published'])

  const broken = { ...clear, version: 1, text: 'bandy hip thing x20' }
  expect(await changeWorkout(ctx, clear.key, broken)).toEqual({
    ok: false,
    reason: 'unclear_published',
  })
  await publishWorkout(ctx, clear.key, { act: 'archive', at: null, version: 1 })
  expect(await list(ctx)).toEqual(['Tuesday draft'])
  expect(await list(ctx, 'archived')).toEqual(['Monday archived'])
})

test('a workout of another studio is none', async () => {
  const [{ ctx }, other] = [await gym(), await gym()]
  const form = fields()
  await addWorkout(ctx, form)
  expect(await workoutDeskPage(other.ctx, form.key)).toBeNull()
  expect(await changeWorkout(other.ctx, form.key, { ...form, version: 1 })).toEqual({
    ok: false,
    reason: 'not_found',
  })
})
