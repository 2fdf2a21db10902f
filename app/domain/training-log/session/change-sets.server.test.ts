import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import type { LogType } from '#app/domain/training/log-type.ts'
import { newId } from '#app/values/id.ts'
import { addMinutes } from '#app/values/instant.ts'
import { world } from '../../../../tests/support/world.ts'
import { changeSets } from './change-sets.server.ts'
import { type Done, nothingDone, setIdOf } from './logged-set.ts'
import { recordInWorkout } from './record-in-workout.server.ts'
import { saidOfWorkout } from './said-of-workout.ts'
import { emptyPlan, unlisted } from './session-plan.ts'
import { startWorkout } from './start-workout.server.ts'

const now = '2026-06-02T18:00:00Z'

/** A finished workout of Ana's with one set of one exercise. */
async function finished(logType: LogType, did: Partial<Done>) {
  const w = await world()
  const begun = await startWorkout(w.asMember(w.ana, now), newId(), { from: 'empty' })
  if (!begun.ok) throw new Error(begun.reason)
  const exerciseId = newId()
  const entry = {
    id: 'e1',
    block: 0,
    exerciseId,
    name: 'Plank',
    logType,
    sets: 1,
    target: {},
    eachSide: false,
    warmup: false,
    rest: null,
  }
  const set = {
    id: setIdOf('e1', 1),
    exerciseId,
    entry: 'e1',
    n: 1,
    type: 'normal',
    side: '',
    ...nothingDone,
    ...did,
    rpe: null,
    rir: null,
    doneAt: now,
    changedMs: Date.parse(now),
    removed: false,
  }
  const plan = { ms: Date.parse(now), is: { ...emptyPlan, entries: [entry] } }
  const said = saidOfWorkout.parse({ device: 'form', sets: [set], plan, act: 'finish' })
  await recordInWorkout(w.asMember(w.ana, now), begun.id, said)
  const sets = () =>
    w.db.all(sql`SELECT grams, reps, seconds, metres FROM workout_sets
      WHERE log_id = ${begun.id} AND removed = 0`)
  const bests = () =>
    w.db.all(sql`SELECT kind, value FROM training_bests
      WHERE studio_id = ${w.studio.id} AND exercise_id = ${exerciseId} ORDER BY kind`)
  const change = (typed: Record<string, string>) =>
    changeSets(w.asMember(w.ana, addMinutes(now, 10)), begun.id, typed)
  return { change, sets, bests }
}

test('a hold that is saved as it stands stays, and a longer one is a best', async () => {
  const { change, sets, bests } = await finished('hold', { seconds: 45 })
  expect(await change({ 'e1.s1.seconds': '45' })).toEqual({ ok: true, changed: 0 })
  expect(await sets()).toEqual([{ ...nothingDone, seconds: 45 }])
  expect(await change({ 'e1.s1.seconds': '1:20' })).toEqual({ ok: true, changed: 1 })
  expect(await bests()).toEqual([{ kind: 'hold', value: 80 }])
})

test('editing a set keeps what its exercise does not show', async () => {
  const { change, sets } = await finished('hold', { seconds: 45, grams: 10_000 })
  expect(await change({ 'e1.s1.seconds': '50' })).toEqual({ ok: true, changed: 1 })
  expect(await sets()).toEqual([{ ...nothingDone, seconds: 50, grams: 10_000 }])
})

test('a weight that is logged without repetitions is a best', async () => {
  const { bests } = await finished('weight', { grams: 40_000 })
  expect(await bests()).toEqual([{ kind: 'weight', value: 40_000 }])
})

test('names that a device sends are kept as names elsewhere are, and the sets under them', () => {
  const named = (name: string) => ({
    id: 'e1',
    block: 0,
    exerciseId: unlisted(name),
    name,
    logType: 'reps',
    sets: 1,
    target: {},
    eachSide: false,
    warmup: false,
    rest: null,
  })
  const nothing = { type: 'normal', side: '', ...nothingDone, rpe: null, rir: null }
  const of = { id: 'e1.1', entry: 'e1', n: 1, doneAt: now, changedMs: 0, removed: false }
  const told = (name: string) => {
    const { plan, sets, note } = saidOfWorkout.parse({
      plan: { ms: 0, is: { ...emptyPlan, entries: [named(name)] } },
      sets: [{ ...nothing, ...of, exerciseId: unlisted(name) }],
      note: `  ${name} `,
    })
    const [entry] = plan?.is.entries ?? []
    return [entry?.name, entry?.exerciseId, sets[0]?.exerciseId, note]
  }
  expect(told(' Ring\u202e row\u200b ')).toEqual(['Ring row', '~Ring row', '~Ring row', 'Ring row'])
  expect(told('\u200b')).toEqual(['Exercise', '~Exercise', '~Exercise', ''])
})
