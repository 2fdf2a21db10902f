import { expect, test } from 'vitest'
import { batch } from '#app/db/batch.server.ts'
import { changeExerciseState } from '#app/domain/training/change-exercise-state.server.ts'
import { mergeExercises, separateExercise } from '#app/domain/training/merge-exercises.server.ts'
import { addExercise } from '#app/domain/training/save-exercise.server.ts'
import { allBestsStatement } from '#app/domain/training-log/bests/best-queries.server.ts'
import { addTypedExercise } from '#app/domain/training-log/session/add-typed-exercise.server.ts'
import { logTypedSet } from '#app/domain/training-log/session/log-typed-set.server.ts'
import { recordInWorkout } from '#app/domain/training-log/session/record-in-workout.server.ts'
import { saidOfWorkout } from '#app/domain/training-log/session/said-of-workout.ts'
import { startWorkout } from '#app/domain/training-log/session/start-workout.server.ts'
import { typedSet } from '#app/domain/training-log/session/typed-set-form.ts'
import { newId } from '#app/values/id.ts'
import { world } from '../../../../tests/support/world.ts'
import { exerciseEntryPage } from './exercise-entry-page.server.ts'

const now = '2026-06-02T18:00:00Z'

test('the page of an exercise shows a member the last sets and bests of their own log, and nobody else’s', async () => {
  const w = await world()
  const ana = w.asMember(w.ana, now)
  const desk = { ...ana, actor: { userId: 'kit', name: 'Kit', role: 'coach' as const } }
  const id = await addExercise(desk, { name: 'Ring row', logType: 'weight_reps', version: 1 })
  await changeExerciseState(desk, id, 'published')
  const begun = await startWorkout(ana, newId(), { from: 'empty' })
  if (!begun.ok) throw new Error(begun.reason)
  await addTypedExercise(ana, begun.id, 'ring row')
  for (const [n, weight] of ['40', '42.5'].entries()) {
    const form = { entry: 'e1', n: String(n + 1), weight, reps: '8' }
    expect(await logTypedSet(ana, begun.id, typedSet.parse(form))).toEqual({ ok: true })
  }
  const viewer = (person: { id: string }) => ({
    personId: person.id,
    role: 'member' as const,
    name: '',
    email: '',
  })
  // An open workout is no earlier one.
  expect(await exerciseEntryPage(ana, viewer(w.ana), id)).toMatchObject({ own: null })
  await recordInWorkout(ana, begun.id, saidOfWorkout.parse({ act: 'finish' }))

  expect(await exerciseEntryPage(ana, viewer(w.ana), id)).toMatchObject({
    own: {
      last: { day: '2 June 2026', sets: '40 × 8, 42.5 × 8 kg' },
      bests: [
        { what: 'estimated max', value: '53.8 kg', log: begun.id },
        { what: 'heaviest', value: '42.5 kg', log: begun.id },
      ],
    },
  })
  expect(await exerciseEntryPage(ana, viewer(w.ben), id)).toMatchObject({ own: null })
  const off = { ...ana, studio: { ...ana.studio, featuresOff: 'workouts' } }
  expect(await exerciseEntryPage(off, viewer(w.ana), id)).toMatchObject({ own: null })
})

test('two entries that are merged show one log and one best, and are apart again once separated', async () => {
  const w = await world()
  const ana = w.asMember(w.ana, now)
  const desk = { ...ana, actor: { userId: 'kit', name: 'Kit', role: 'coach' as const } }
  const add = async (name: string) => {
    const id = await addExercise(desk, { name, logType: 'weight_reps', version: 1 })
    await changeExerciseState(desk, id, 'published')
    return id
  }
  const [stays, gone] = [await add('Ring row'), await add('Body row')]
  const train = async (name: string, weight: string, at: string) => {
    const then = w.asMember(w.ana, at)
    const begun = await startWorkout(then, newId(), { from: 'empty' })
    if (!begun.ok) throw new Error(begun.reason)
    await addTypedExercise(then, begun.id, name)
    const form = { entry: 'e1', n: '1', weight, reps: '1' }
    expect(await logTypedSet(then, begun.id, typedSet.parse(form))).toEqual({ ok: true })
    await recordInWorkout(then, begun.id, saidOfWorkout.parse({ act: 'finish' }))
  }
  await train('Ring row', '40', '2026-05-01T18:00:00Z')
  await train('Body row', '60', '2026-05-08T18:00:00Z')
  const viewer = { personId: w.ana.id, role: 'member' as const, name: '', email: '' }
  const own = async (id: string) => {
    const page = await exerciseEntryPage(ana, viewer, id)
    const log = page && 'own' in page ? page.own : null
    return log && [log.last.sets, ...log.bests.map(({ what, value }) => `${what} ${value}`)]
  }
  const apart = ['40 kg × 1', 'estimated max 40 kg', 'heaviest 40 kg']
  expect(await own(stays)).toEqual(apart)
  expect(await mergeExercises(desk, gone, stays)).toMatchObject({ ok: true })
  expect(await own(stays)).toEqual(['60 kg × 1', 'estimated max 60 kg', 'heaviest 60 kg'])
  const bests = await batch(w.db, { all: allBestsStatement(ana, w.ana.id) })
  expect(bests.all.map(({ exercise, kind, value }) => [exercise, kind, value])).toEqual([
    ['Ring row', 'e1rm', 60_000],
    ['Ring row', 'reps', 1],
    ['Ring row', 'reps', 1],
    ['Ring row', 'weight', 60_000],
  ])
  expect(await separateExercise(desk, gone)).toMatchObject({ ok: true })
  expect(await own(stays)).toEqual(apart)
})
