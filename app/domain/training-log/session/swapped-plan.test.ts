import { expect, test } from 'vitest'
import { type LoggedSet, nothingDone } from './logged-set.ts'
import { currentEntry } from './next-set.ts'
import type { Entry, SessionPlan } from './session-plan.ts'
import { swappedPlan } from './swapped-plan.ts'

const bench: Entry = {
  id: 'e1',
  block: 0,
  exerciseId: 'bench',
  name: 'Bench press',
  logType: 'weight_reps',
  sets: 5,
  target: { reps: 5, grams: 80_000 },
  eachSide: false,
  warmup: false,
  rest: 120,
}
const row: Entry = { ...bench, id: 'e2', exerciseId: 'row', name: 'Row' }
const plan: SessionPlan = { blocks: [], entries: [bench, row] }
const press = {
  id: 'db',
  name: 'Dumbbell press',
  logType: 'weight_reps',
  why: 'equipment',
} as const

const set = (n: number): LoggedSet => ({
  id: `e1.${n}`,
  exerciseId: 'bench',
  entry: 'e1',
  n,
  type: 'normal',
  side: '',
  ...nothingDone,
  reps: 5,
  rpe: null,
  rir: null,
  doneAt: '',
  changedMs: n,
  removed: false,
})

const shape = ({ entries }: SessionPlan) => entries.map(({ id, name, sets }) => [id, name, sets])

test('an exercise swapped after two of five sets keeps the two, and the other has three', () => {
  const sets = [set(1), set(2)]
  const swapped = swappedPlan(plan, sets, bench, press)
  expect(shape(swapped.plan)).toEqual([
    ['e1', 'Bench press', 2],
    ['e3', 'Dumbbell press', 3],
    ['e2', 'Row', 5],
  ])
  expect([swapped.id, currentEntry(swapped.plan, sets)]).toEqual([
    'e3',
    {
      ...bench,
      id: 'e3',
      exerciseId: 'db',
      name: 'Dumbbell press',
      sets: 3,
      target: { reps: 5 },
      swapped: { from: 'Bench press', why: 'equipment' },
    },
  ])
})

test('an exercise swapped before its first set gives its place away, and after its last asks one more', () => {
  expect(shape(swappedPlan(plan, [], bench, press).plan)).toEqual([
    ['e3', 'Dumbbell press', 5],
    ['e2', 'Row', 5],
  ])
  const all = [1, 2, 3, 4, 5].map(set)
  expect(shape(swappedPlan(plan, all, bench, press).plan)[1]).toEqual(['e3', 'Dumbbell press', 1])
  const removed = [{ ...set(1), removed: true }]
  expect(shape(swappedPlan(plan, removed, bench, press).plan)).toHaveLength(2)
})
