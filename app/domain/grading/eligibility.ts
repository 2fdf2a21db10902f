/** Who of a level’s people may be graded for the next, in the order of work. Pure. */
import {
  type Asks,
  isReady,
  type Requirement,
  requirementsOf,
  type Standing,
} from '#app/domain/progression/progress.ts'
import type { LocalDate } from '#app/values/zone.ts'
import type { CandidateState } from './grading-words.ts'

export type Candidate = {
  id: string
  name: string
  requirements: Requirement[]
  group: 'not_yet' | 'overridden' | 'eligible'
  state: CandidateState | null
}

/**
 * How far somebody is on the day of the grading: days and age as of that day, classes and skills as
 * of now. An override makes a place where something is missing; without anything missing it is none.
 */
export function eligibilityOf(
  asks: Asks,
  standing: Standing,
  { onDate, overridden }: { onDate: LocalDate; overridden: boolean },
): { requirements: Requirement[]; group: Candidate['group'] } {
  const requirements = requirementsOf(asks, standing, onDate)
  if (isReady(requirements)) return { requirements, group: 'eligible' }
  return { requirements, group: overridden ? 'overridden' : 'not_yet' }
}
