import { expect, test } from 'vitest'
import { categories, equipment, isMuscle } from '#app/domain/training/exercise-vocabulary.ts'
import { northside } from '../northside.ts'
import { southside } from '../southside.ts'
import { demoExercises } from './exercises.ts'

test.each([northside, southside])(
  'each demo exercise speaks the words of the library and of its studio',
  (plan) => {
    const exercises = demoExercises[plan.studio.slug] ?? []
    expect(exercises.length).toBeGreaterThan(12)
    expect(new Set(exercises.map(({ name }) => name)).size).toBe(exercises.length)
    const strange = exercises.filter(
      (exercise) =>
        !plan.disciplines.some(({ name }) => name === exercise.discipline) ||
        !(categories as readonly string[]).includes(exercise.category) ||
        !(equipment as readonly string[]).includes(exercise.equipment) ||
        ![...exercise.works, ...exercise.helps].every(isMuscle) ||
        exercise.steps.length === 0,
    )
    expect(strange.map(({ name }) => name)).toEqual([])
  },
)
