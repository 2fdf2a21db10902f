import type { StudioContext } from '#app/domain/scope/contexts.ts'
import { type Candidate, nameCandidates } from '#app/domain/training/name-candidates.server.ts'
import { parseWorkout } from './parse-workout.ts'
import type { Plan } from './plan.ts'
import { type Unit, weightUnitOf } from './tokens.ts'

/** Short forms of the board that no library writes. */
const shortForms: Record<string, string> = {
  kb: 'kettlebell',
  db: 'dumbbell',
  bb: 'barbell',
  rdl: 'romanian deadlift',
  ohp: 'overhead press',
}

const inFull = (name: string) =>
  name.replace(/\p{L}+/gu, (word) => shortForms[word.toLowerCase()] ?? word)

/** A line that somebody has to say something about before members see the workout. */
export type Question =
  | { line: number; kind: 'problem'; text: string }
  | { line: number; kind: 'exercise'; typed: string; candidates: Candidate[] }

export type Understood = {
  plan: Plan
  questions: Question[]
  unitless: { line: number; amount: number }[]
  unit: Unit
}

/**
 * What a text means in this studio: which exercises, and what is to be asked. `picks` says by typed
 * name which exercise is meant; one that the studio does not have is no answer.
 */
export async function understandWorkout(
  ctx: StudioContext,
  text: string,
  picks: Readonly<Record<string, string>>,
): Promise<Understood> {
  const unit = weightUnitOf(ctx.studio)
  const { blocks, problems, unitless } = parseWorkout(text, unit)
  const exercises = blocks.flatMap((block) => block.exercises)
  const found = await nameCandidates(
    ctx,
    exercises.map(({ typed }) => inFull(typed)),
  )
  const questions: Question[] = problems.map((one) => ({ ...one, kind: 'problem' }))
  for (const exercise of exercises) {
    const { sure, candidates } = found.get(inFull(exercise.typed)) ?? { sure: null, candidates: [] }
    const picked = candidates.find(({ id }) => id === picks[exercise.typed])
    const meant = picked ?? sure
    exercise.exerciseId = meant?.id ?? ''
    exercise.name = meant?.name ?? exercise.typed
    if (!meant) {
      const { line, typed } = exercise
      questions.push({ line, kind: 'exercise', typed, candidates })
    }
  }
  questions.sort((a, b) => a.line - b.line)
  return { plan: { blocks }, questions, unitless, unit }
}
