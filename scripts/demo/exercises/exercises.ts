/**
 * The small libraries of the demo studios, written for them. `build-exercises.ts` makes rows of it.
 */
import type { Translations } from '#app/db/studio/training-words.ts'
import { readLines } from './exercise-lines.ts'
import { martialArts } from './exercises-martial-arts.ts'
import { poleAndAerial } from './exercises-pole.ts'
import { yoga } from './exercises-yoga.ts'
import { moreYoga, pilates } from './more-mat.ts'
import { moreAerial, morePole } from './more-pole-and-aerial.ts'
import { moreMartialArts, strength } from './more-strength.ts'

export type ExercisePlan = {
  name: string
  aliases?: string[]
  /** One of the studio's, or empty. */
  discipline: string
  level: 'beginner' | 'intermediate' | 'expert'
  category: string
  force: 'push' | 'pull' | 'static'
  equipment: string
  works: string[]
  helps: string[]
  steps: string[]
  cues: string[]
  faults: string[]
  logType: 'reps' | 'time' | 'pass' | 'hold' | 'weight_reps'
  eachSide?: boolean
  /** The name of the easier one that it follows. */
  after?: string
  notFor?: string[]
  /** In other languages. */
  translations?: Translations
}

/** By the studio's slug. */
export const demoExercises: Record<string, ExercisePlan[]> = {
  northside: [
    ...poleAndAerial,
    ...yoga,
    ...readLines(morePole, { discipline: 'Pole', equipment: 'pole', category: 'skill' }),
    ...readLines(moreAerial, { discipline: 'Aerial', equipment: 'hoop', category: 'skill' }).map(
      (plan) =>
        /silk|foot lock|cross back/i.test(plan.name) ? { ...plan, equipment: 'silks' } : plan,
    ),
    ...readLines(moreYoga, { discipline: 'Yoga', equipment: 'mat', category: 'stretching' }),
    ...readLines(pilates, { discipline: '', equipment: 'mat', category: 'strength' }),
    ...readLines(strength, { discipline: '', category: 'strength' }),
  ],
  southside: [
    ...martialArts,
    ...readLines(moreMartialArts, { equipment: 'body only', category: 'technique' }),
  ],
}
