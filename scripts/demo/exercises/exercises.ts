/**
 * The small libraries of the demo studios, written for them. `build-exercises.ts` makes rows of it.
 */
import { martialArts } from './exercises-martial-arts.ts'
import { poleAndAerial } from './exercises-pole.ts'
import { yoga } from './exercises-yoga.ts'

export type ExercisePlan = {
  name: string
  aliases?: string[]
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
  logType: 'reps' | 'time' | 'pass'
  eachSide?: boolean
}

/** By the studio's slug. */
export const demoExercises: Record<string, ExercisePlan[]> = {
  northside: [...poleAndAerial, ...yoga],
  southside: martialArts,
}
