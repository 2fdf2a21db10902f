import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseWorkout } from './parse-workout.ts'
import type { PlannedExercise, Target } from './plan.ts'
import { readLine } from './tokens.ts'
import { lineOf, rewritten } from './written-line.ts'

const exercises = (text: string) =>
  parseWorkout(text, 'kg').blocks.flatMap((block) => block.exercises)

test('lines are written in one way, and a text keeps those that say the same', () => {
  const board = `A  Back squat 5x5 @80% rest 3:00
B  3 rounds
   8 pull-ups
   12/side split squat 16kg
   30s hollow hold
C  EMOM 10
   odd: 5 burpees
   even: 8 kb swings 24
D1 3x max dead hang, rest 1:30
D2 bandy hip thing x20`
  expect(exercises(board).map((one) => lineOf(one, 'kg'))).toEqual([
    '5x5 Back squat @80%, rest 3:00',
    '8 pull-ups',
    '12/side split squat 16kg',
    '30s hollow hold',
    'odd: 5 burpees',
    'even: 8 kb swings 24kg',
    '3x max dead hang, rest 1:30',
    '20 bandy hip thing',
  ])
  const harder = exercises(board).map((one) => ({
    ...one,
    target: { ...one.target, ...(one.target.reps === 5 ? { reps: 6 } : {}) },
  }))
  expect(rewritten(board, harder, 'kg')).toBe(
    board
      .replace('Back squat 5x5 @80% rest 3:00', '5x6 Back squat @80%, rest 3:00')
      .replace('odd: 5 burpees', 'odd: 6 burpees'),
  )
})

const some = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined })

test('a line that was written of an exercise is read as the same exercise', () => {
  const amount: fc.Arbitrary<Target> = fc.oneof(
    fc.record({ reps: fc.integer({ min: 1, max: 100 }), repsTo: some(fc.nat({ max: 100 })) }),
    fc.record({ seconds: fc.integer({ min: 1, max: 3_600 }) }),
    fc.record({ metres: fc.integer({ min: 10, max: 42_000 }) }),
    fc.constant({ max: true }),
  )
  const load: fc.Arbitrary<Target> = fc.oneof(
    fc.record({ percent: fc.integer({ min: 2, max: 240 }).map((half) => half / 2) }),
    fc.record({ grams: fc.integer({ min: 1, max: 800 }).map((half) => half * 500) }),
    fc.constant({}),
  )
  fc.assert(
    fc.property(
      fc.constantFrom('row', 'Back squat (barbell)', 'kb swings', 'T-bar row', 'Übung'),
      fc.integer({ min: 1, max: 20 }),
      amount,
      load,
      fc.record({ rpe: some(fc.integer({ min: 1, max: 10 })), rir: some(fc.nat({ max: 9 })) }),
      fc.record({
        eachSide: fc.boolean(),
        warmup: fc.boolean(),
        minutes: fc.constantFrom('' as const, 'odd' as const, 'even' as const),
        rest: fc.option(fc.integer({ min: 1, max: 3_600 })),
      }),
      fc.constantFrom('kg' as const, 'lb' as const),
      (typed, sets, much, heavy, effort, more, unit) => {
        const target = JSON.parse(JSON.stringify({ ...much, ...heavy, ...effort })) as Target
        const exercise: PlannedExercise = {
          line: 0,
          typed,
          exerciseId: '',
          name: typed,
          sets,
          target,
          ...more,
        }
        const { bare: _, name, ...read } = readLine(lineOf(exercise, unit) ?? '', unit)
        expect({ name, ...read }).toEqual({ name: typed, sets, target, ...more })
      },
    ),
  )
})
