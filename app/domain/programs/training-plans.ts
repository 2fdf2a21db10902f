/** Training programs as the list of programs shows them. Pure. */
import { type ProgramPlan, sessionsOf, shapeWords } from './program-plan.ts'

export type TrainingPlan = { id: string; name: string; about: string; mine: boolean }

/** What somebody is on with how far they are, then what is free to take. */
export function toTrainingPlans(
  own: readonly { programId: string; name: string; plan: string; done: number }[],
  free: readonly { id: string; name: string; weeks: number; sessions: number }[],
): TrainingPlan[] {
  const mine = own.map(({ programId, name, plan, done }) => ({
    id: programId,
    name,
    mine: true,
    about: `${done} of ${sessionsOf(JSON.parse(plan) as ProgramPlan).length} sessions done`,
  }))
  const known = new Set(mine.map(({ id }) => id))
  const open = free
    .filter(({ id }) => !known.has(id))
    .map((one) => ({ id: one.id, name: one.name, mine: false, about: shapeWords(one) }))
  return [...mine, ...open]
}
