import { expect, test } from 'vitest'
import {
  categories,
  equipment,
  forces,
  isMuscle,
  levels,
} from '#app/domain/training/exercise-vocabulary.ts'
import { northside } from '../northside.ts'
import { southside } from '../southside.ts'
import { demoExercises } from './exercises.ts'

test.each([northside, southside])(
  'each demo exercise speaks the words of the library and of its studio',
  (plan) => {
    const exercises = demoExercises[plan.studio.slug] ?? []
    const names = new Set(exercises.map(({ name }) => name))
    expect(exercises.flatMap(({ after }) => (after && !names.has(after) ? [after] : []))).toEqual(
      [],
    )
    expect(exercises.length).toBeGreaterThan(12)
    expect(new Set(exercises.map(({ name }) => name)).size).toBe(exercises.length)
    const strange = exercises.filter(
      (exercise) =>
        !['', ...plan.disciplines.map(({ name }) => name)].includes(exercise.discipline) ||
        !(levels as readonly string[]).includes(exercise.level) ||
        !(forces as readonly string[]).includes(exercise.force) ||
        !exercise.logType ||
        exercise.cues.length === 0 ||
        exercise.faults.length === 0 ||
        !(categories as readonly string[]).includes(exercise.category) ||
        !(equipment as readonly string[]).includes(exercise.equipment) ||
        ![...exercise.works, ...exercise.helps].every(isMuscle) ||
        exercise.steps.length === 0,
    )
    expect(strange.map(({ name }) => name)).toEqual([])
  },
)

test('the demo has at least 120 exercises of its own, from pole to martial arts', () => {
  const all = Object.values(demoExercises).flat()
  expect(all.length).toBeGreaterThanOrEqual(120)
})
