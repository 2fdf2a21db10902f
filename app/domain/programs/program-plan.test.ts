import { expect, test } from 'vitest'
import { parseWorkout } from '#app/domain/workouts/plan/parse-workout.ts'
import {
  copiedWeek,
  emptyProgram,
  finishOf,
  moved,
  type ProgramSession,
  type Progression,
  sessionsOf,
  weekSums,
  withSession,
} from './program-plan.ts'

const session = (text: string): ProgramSession => ({
  name: 'Pull',
  kind: 'strength',
  text,
  plan: { blocks: parseWorkout(text, 'kg').blocks },
})

const first = { week: 0, day: 0, slot: 0 }
const planned = () =>
  withSession(emptyProgram(3), first, session('5x5 row @72.5% RIR 2, rest 2:00\n4x20s hollow hold'))

test('a copied week goes up by 2.5 of the percent and five seconds of a hold', () => {
  const plan = copiedWeek(planned(), { from: 0, to: 1, by: 'load', unit: 'kg' })!
  const exercises = plan.weeks[1]!.days[0]![0]!.plan.blocks.flatMap((block) => block.exercises)
  expect(exercises.map(({ target }) => [target.percent, target.seconds])).toEqual([
    [75, undefined],
    [undefined, 25],
  ])
  // What it was copied of stays.
  expect(plan.weeks[0]).toEqual(planned().weeks[0])
})

test('a copied week may add a repetition, take one out of the reserve, or be lighter', () => {
  const target = (by: 'rep' | 'reserve' | 'lighter') => {
    const one = copiedWeek(planned(), { from: 0, to: 1, by, unit: 'kg' })!.weeks[1]!.days[0]![0]!
      .plan.blocks[0]!.exercises[0]!
    return [one.sets, one.target.reps, one.target.rir, one.target.percent]
  }
  expect(target('rep')).toEqual([5, 6, 2, 72.5])
  expect(target('reserve')).toEqual([5, 5, 1, 72.5])
  expect(target('lighter')).toEqual([3, 5, 2, 62.5])
})

test('saving a copied session unchanged keeps its progression', () => {
  for (const [by, text] of [
    ['same', '5x5 row @72.5% RIR 2, rest 2:00\n4x20s hollow hold'],
    ['load', '5x5 row @75% RIR 2, rest 2:00\n4x 25s hollow hold'],
    ['lighter', '3x5 row @62.5% RIR 2, rest 2:00\n2x 20s hollow hold'],
  ] satisfies [Progression, string][]) {
    const copy = copiedWeek(planned(), { from: 0, to: 1, by, unit: 'kg' })!.weeks[1]!.days[0]![0]!
    expect(copy.text).toBe(text)
    expect(parseWorkout(copy.text, 'kg').blocks).toEqual(copy.plan.blocks)
  }
})

test('progression in pounds rounds to whole pounds', () => {
  const plan = withSession(emptyProgram(2), first, {
    ...session('5x5 row 100 lb'),
    plan: { blocks: parseWorkout('5x5 row 100 lb', 'lb').blocks },
  })
  const copy = copiedWeek(plan, { from: 0, to: 1, by: 'load', unit: 'lb' })!
  expect(copy.weeks[1]!.days[0]![0]!.text).toBe('5x5 row 102lb')
})

test('a day holds two sessions, and a session moves only where there is room', () => {
  let plan = planned()
  plan = withSession(plan, { ...first, slot: 1 }, session('3x5 squat'))
  plan = withSession(plan, { week: 0, day: 2, slot: 0 }, session('3x5 press'))
  expect(moved(plan, { week: 0, day: 2, slot: 0 }, { week: 0, day: 0 })).toBeNull()
  const later = moved(plan, first, { week: 1, day: 6 })!
  expect(sessionsOf(later).map(({ week, day, slot }) => [week, day, slot])).toEqual([
    [0, 0, 0],
    [0, 2, 0],
    [1, 6, 0],
  ])
})

test('a week says its hard sets and minutes, and a program the day it ends', () => {
  const { sessions, sets } = weekSums(planned().weeks[0]!)
  expect([sessions, sets]).toEqual([1, 9])
  expect(finishOf(planned(), '2026-11-02')).toBe('2026-11-02')
  const plan = withSession(planned(), { week: 2, day: 4, slot: 0 }, session('3x5 squat'))
  expect(finishOf(plan, '2026-11-02')).toBe('2026-11-20')
  expect(copiedWeek(plan, { from: 0, to: 9, by: 'same', unit: 'kg' })).toBeNull()
})
