/** The score of what is done against the clock, for rounds or with weights: what boards rank. Pure. */

import type { divisions } from '#app/db/studio/workouts/training-log-words.ts'
import type { Block } from '#app/domain/workouts/plan/plan.ts'
import { clockWords, weightWords } from '#app/domain/workouts/plan/plan-words.ts'
import { toGrams, type Unit } from '#app/domain/workouts/plan/tokens.ts'
import { count } from '#app/values/wording.ts'
import { plainWeight } from './done-words.ts'
import { limits } from './logged-set.ts'
import { readTime } from './read-done.ts'

export type Division = (typeof divisions)[number]

export const divisionWords: Record<Division, string> = {
  rx: 'As written',
  scaled: 'Scaled',
  foundations: 'Foundations',
}

/** Rounds are kept with repetitions beyond them: `7 + 12` is 7012. */
const perRound = 1_000

/**
 * Who reached the cap stands behind every time, the more repetitions the better: `cap + 12` is this
 * less 12.
 */
const atCap = 2_000_000
const mostAtCap = 9_999

export type ScoreKind = 'seconds' | 'rounds' | 'reps' | 'weight'

type Blocks = { blocks: readonly Pick<Block, 'kind' | 'seconds'>[] }

/**
 * What a workout of nothing but these is scored by: an EMOM by the rounds kept to the clock, a circuit
 * by its time, intervals by all their repetitions. The first block says it.
 */
const scoredAlone: Partial<Record<Block['kind'], ScoreKind>> = {
  emom: 'rounds',
  circuit: 'seconds',
  intervals: 'reps',
}

/**
 * How a plan is scored: by time or by rounds where a block is done for them, by what circuits, EMOMs
 * and intervals come to where there is nothing else, else by the heaviest set.
 */
export function scoreKind({ blocks }: Blocks): ScoreKind {
  if (blocks.some(({ kind }) => kind === 'for_time')) return 'seconds'
  if (blocks.some(({ kind }) => kind === 'amrap')) return 'rounds'
  const [first] = blocks
  return (
    (first && blocks.every(({ kind }) => scoredAlone[kind]) && scoredAlone[first.kind]) || 'weight'
  )
}

/** The cap of what is for time, in seconds; null where none is set. */
export const capOf = ({ blocks }: Blocks): number | null =>
  blocks.find(({ kind }) => kind === 'for_time')?.seconds ?? null

/**
 * The block whose clock makes the score: the first that is for time or for rounds; -1 where the
 * score is said or counted. What other clocks of the workout say is no result.
 */
export function scoredBlock(plan: Blocks): number {
  const scored = { seconds: 'for_time', rounds: 'amrap', reps: '', weight: '' }[scoreKind(plan)]
  return plan.blocks.findIndex(({ kind }) => kind === scored)
}

/** The score of who reached the cap after so many repetitions. */
export const cappedScore = (reps: number): number => atCap - Math.min(reps, mostAtCap)

/** A score that a clock says, inside the cap: a time beyond it is who reached it. */
export function withinCap(plan: Blocks, score: number): number {
  const cap = scoreKind(plan) === 'seconds' ? capOf(plan) : null
  return cap !== null && score > cap && score < atCap - mostAtCap ? cappedScore(0) : score
}

export const roundsScore = (rounds: number, reps: number): number =>
  rounds * perRound + Math.min(reps, perRound - 1)

/** `9:41`, `Cap + 12`, `7 rounds`, `7 rounds + 12`, `148 reps`, `82.5 kg`. */
export function scoreWords(kind: ScoreKind, score: number, unit: Unit): string {
  if (kind === 'weight') return weightWords(score, unit)
  if (kind === 'reps') return count(score, 'rep')
  if (kind === 'seconds') {
    if (score <= limits.seconds) return clockWords(score)
    return score < atCap ? `Cap + ${atCap - score}` : 'Cap'
  }
  const [rounds, reps] = [Math.floor(score / perRound), score % perRound]
  const said = count(rounds, 'round')
  return reps > 0 ? `${said} + ${reps}` : said
}

/** The same as a field takes it back: `9:41`, `cap+12`, `7+12`, `82.5`. */
export function typedScore(kind: ScoreKind, score: number, unit: Unit): string {
  if (kind === 'weight') return plainWeight(score, unit)
  if (kind === 'reps') return String(score)
  const words = scoreWords(kind, score, unit)
  return kind === 'seconds'
    ? words.replace(/ s$/, '').replaceAll(' ', '').toLowerCase()
    : words.replace(/ rounds?/, '').replaceAll(' ', '')
}

/** What a field of results asks for. */
export const scoreHints: Record<ScoreKind, (cap: number | null, unit: Unit) => string> = {
  seconds: (cap) =>
    cap === null
      ? 'The time, such as 9:41.'
      : `The time, such as 9:41. The cap is ${clockWords(cap)}: for who reached it cap+12, with the repetitions done.`,
  rounds: () => 'Rounds, and repetitions beyond them: 7+12.',
  reps: () => 'All repetitions together: 148.',
  weight: (_, unit) => `The heaviest set, in ${unit}.`,
}

export type ReadScore = { ok: true; score: number } | { ok: false; why: string }

/** What was typed as a result of a workout. Refused with a sentence: what is none, and more than the cap. */
export function readScore(
  kind: ScoreKind,
  typed: string,
  { cap, unit }: { cap: number | null; unit: Unit },
): ReadScore {
  const text = typed.trim().toLowerCase().replace(',', '.')
  const no = (why: string): ReadScore => ({ ok: false, why })
  if (kind === 'weight') {
    const grams = /^\d{1,4}(\.\d{1,2})?$/.test(text) ? toGrams(Number(text), unit) : 0
    return grams > 0 && grams <= limits.grams
      ? { ok: true, score: grams }
      : no(`Enter the weight in ${unit}, such as 42.5.`)
  }
  if (kind === 'reps')
    return /^[1-9]\d{0,3}$/.test(text)
      ? { ok: true, score: Number(text) }
      : no('Enter all repetitions together, such as 148.')
  const parts = /^(cap|\d{1,3})(?:\s*\+\s*(\d{1,4}))?$/.exec(text)
  const beyond = Number(parts?.[2] ?? 0)
  if (kind === 'rounds') {
    return parts && parts[1] !== 'cap' && beyond < perRound
      ? { ok: true, score: roundsScore(Number(parts[1]), beyond) }
      : no('Enter rounds and repetitions beyond them, such as 7+12.')
  }
  if (parts?.[1] === 'cap') {
    return cap === null
      ? no('This workout has no cap. Enter a time, such as 9:41.')
      : { ok: true, score: cappedScore(beyond) }
  }
  const seconds = readTime(text)
  if (!seconds || seconds > limits.seconds) return no('Enter a time, such as 9:41.')
  return cap !== null && seconds > cap
    ? no(
        `The cap is ${clockWords(cap)}. For who reached it enter cap+12, with the repetitions done.`,
      )
    : { ok: true, score: seconds }
}
