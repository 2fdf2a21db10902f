/** What was done of a set, in words and in the reader's unit. Pure. */
import type { LogType } from '#app/domain/training/log-type.ts'
import { clockWords, distanceWords } from '#app/domain/workouts/plan/plan-words.ts'
import { fromGrams, type Unit } from '#app/domain/workouts/plan/tokens.ts'
import type { Done } from './logged-set.ts'

/** `42.5` of grams, to a tenth, as a field shows it. */
export const plainWeight = (grams: number, unit: Unit): string =>
  String(Math.round(fromGrams(grams, unit) * 10) / 10)

/** `42.5 × 8`, `10 reps`, `1:20`, `2 km in 9:30`; `bare` leaves the word for repetitions out. */
export function doneWords(
  { grams, reps, seconds, metres }: Done,
  unit: Unit,
  { bare = false }: { bare?: boolean } = {},
): string {
  if (metres) {
    const far = distanceWords(metres)
    return seconds ? `${far} in ${clockWords(seconds)}` : far
  }
  if (grams && reps) return `${plainWeight(grams, unit)} × ${reps}`
  if (reps !== null) return bare ? String(reps) : `${reps} ${reps === 1 ? 'rep' : 'reps'}`
  if (seconds !== null) return clockWords(seconds)
  return 'done'
}

/** The head of the column in which sets of an exercise are written. */
export function doneHead(logType: LogType, unit: Unit): string {
  return {
    weight_reps: `${unit} × reps`,
    weight: unit,
    reps: 'reps',
    time: 'time',
    hold: 'hold',
    distance: 'distance',
    distance_time: 'distance and time',
    pass: 'done',
  }[logType]
}

/** Several sets of one exercise on a line: `45 kg × 8, 8, 8`, `10, 9, 8`, `1:20, 1:05`. */
export function setsLine(sets: readonly Done[], unit: Unit): string {
  const weights = new Set(sets.map(({ grams }) => grams ?? 0))
  const [only] = weights
  if (weights.size === 1 && only && sets.every(({ reps }) => reps !== null))
    return `${plainWeight(only, unit)} ${unit} × ${sets.map(({ reps }) => reps).join(', ')}`
  const all = sets.map((one) => doneWords(one, unit, { bare: true })).join(', ')
  return weights.size > 1 ? `${all} ${unit}` : all
}

/** `1,080 kg` of grams lifted in all, to whole units. */
export const volumeWords = (grams: number, unit: Unit): string =>
  `${Math.round(fromGrams(grams, unit)).toLocaleString('en-GB')} ${unit}`
