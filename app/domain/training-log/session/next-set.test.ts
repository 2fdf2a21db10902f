import { expect, test } from 'vitest'
import { type LoggedSet, setIdOf } from './logged-set.ts'
import { currentEntry } from './next-set.ts'
import type { Entry, SessionPlan } from './session-plan.ts'

const entry = (id: string, block: number): Entry => ({
  id,
  block,
  exerciseId: id,
  name: id,
  logType: 'weight_reps',
  sets: 2,
  target: {},
  eachSide: false,
  warmup: false,
  rest: null,
})

const planOf = (...blocks: ('straight' | 'superset')[]): SessionPlan => ({
  blocks: blocks.map((kind) => ({ kind, rounds: 1, seconds: null, work: null, pause: null })),
  entries: [entry('e1', 0), entry('e2', blocks.length > 1 ? 1 : 0)],
})

/** Sets done one after the other, each named by its exercise. */
function done(...entries: string[]): LoggedSet[] {
  const times = new Map<string, number>()
  return entries.map((of, minute) => {
    const n = (times.get(of) ?? 0) + 1
    times.set(of, n)
    return {
      id: setIdOf(of, n),
      exerciseId: of,
      entry: of,
      n,
      type: 'normal',
      side: '',
      grams: 20_000,
      reps: 5,
      seconds: null,
      metres: null,
      rpe: null,
      rir: null,
      doneAt: `2026-11-27T10:${10 + minute}:00Z`,
      changedMs: minute,
      removed: false,
    }
  })
}

test('the logger stays with an exercise that was chosen out of turn until its sets are done', () => {
  const plan = planOf('straight', 'straight')
  expect(currentEntry(plan, done())?.id).toBe('e1')
  expect(currentEntry(plan, done('e2'))?.id).toBe('e2')
  expect(currentEntry(plan, done('e2', 'e2'))?.id).toBe('e1')
  expect(currentEntry(plan, done('e2', 'e2', 'e1', 'e1'))).toBe(null)
})

test('the exercises of a superset are done in turn', () => {
  const plan = planOf('superset')
  expect(currentEntry(plan, done('e1'))?.id).toBe('e2')
  expect(currentEntry(plan, done('e1', 'e2'))?.id).toBe('e1')
  expect(currentEntry(plan, done('e1', 'e2', 'e1'))?.id).toBe('e2')
})
