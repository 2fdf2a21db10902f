import { expect, test } from 'vitest'
import { newId } from '#app/values/id.ts'
import { world } from '../../../../tests/support/world.ts'
import { nothingDone } from '../session/logged-set.ts'
import { recordInWorkout } from '../session/record-in-workout.server.ts'
import { saidOfWorkout } from '../session/said-of-workout.ts'
import { emptyPlan } from '../session/session-plan.ts'
import { startWorkout } from '../session/start-workout.server.ts'
import { exportedSets } from './log-export.server.ts'

const now = '2026-06-02T18:00:00Z'

test('a file of more than nine exercises has them in their order, with names of 120 characters', async () => {
  const w = await world()
  const ana = w.asMember(w.ana, now)
  const begun = await startWorkout(ana, newId(), { from: 'empty' })
  if (!begun.ok) throw new Error(begun.reason)
  const names = Array.from({ length: 11 }, (_, i) => `${i + 1} ${'x'.repeat(120)}`.slice(0, 120))
  const sets = names.map((name, i) => ({
    id: `e${i + 1}.1`,
    exerciseId: `~${name}`,
    entry: `e${i + 1}`,
    n: 1,
    type: 'normal',
    side: '',
    ...nothingDone,
    reps: 5,
    rpe: null,
    rir: null,
    doneAt: now,
    changedMs: Date.parse(now) + i,
    removed: false,
  }))
  const entries = names.map((name, i) => ({
    id: `e${i + 1}`,
    block: 0,
    exerciseId: `~${name}`,
    name,
    logType: 'reps',
    sets: 1,
    target: {},
    eachSide: false,
    warmup: false,
    rest: null,
  }))
  const plan = { ms: Date.parse(now), is: { ...emptyPlan, entries } }
  await recordInWorkout(ana, begun.id, saidOfWorkout.parse({ sets, plan, act: 'finish' }))
  const exported: (string | null)[] = []
  for await (const rows of exportedSets(ana)) exported.push(...rows.map((one) => one.exercise))
  expect(exported).toEqual(names)
})
