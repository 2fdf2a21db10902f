/** The score of what is done against the clock or for rounds. Pure. */

import type { divisions } from '#app/db/studio/workouts/training-log-words.ts'
import { clockWords } from '#app/domain/workouts/plan/plan-words.ts'
import type { SessionPlan } from './session-plan.ts'

export type Division = (typeof divisions)[number]

export const divisionWords: Record<Division, string> = {
  rx: 'As written',
  scaled: 'Scaled',
  foundations: 'Foundations',
}

/** Rounds are kept with repetitions beyond them: `7 + 12` is 7012. */
const perRound = 1_000

export type ScoreKind = 'seconds' | 'rounds' | 'volume'

/** How a plan is scored: by time, by rounds, else by what was lifted. */
export function scoreKind({ blocks }: Pick<SessionPlan, 'blocks'>): ScoreKind {
  if (blocks.some(({ kind }) => kind === 'for_time')) return 'seconds'
  return blocks.some(({ kind }) => kind === 'amrap') ? 'rounds' : 'volume'
}

export const roundsScore = (rounds: number, reps: number): number =>
  rounds * perRound + Math.min(reps, perRound - 1)

/** `9:41`, `7 rounds`, `7 rounds + 12`. */
export function scoreWords(kind: ScoreKind, score: number): string {
  if (kind === 'seconds') return clockWords(score)
  const [rounds, reps] = [Math.floor(score / perRound), score % perRound]
  const said = `${rounds} ${rounds === 1 ? 'round' : 'rounds'}`
  return reps > 0 ? `${said} + ${reps}` : said
}
