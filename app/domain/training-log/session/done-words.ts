/** What was done of a set, in words and in the reader's unit. Pure. */
import type { LogType } from '#app/domain/training/log-type.ts'
import { clockWords, distanceWords } from '#app/domain/workouts/plan/plan-words.ts'
import { fromGrams, type Unit } from '#app/domain/workouts/plan/tokens.ts'
import type { Done } from './logged-set.ts'

/** `42.5` of grams, to a tenth, as a field shows it. */
export const plainWeight = (grams: number, unit: Unit): string =>
  String(Math.round(fromGrams(grams, unit) * 10) / 10)

/** Whether a set is told by its weight: with repetitions, or where nothing else was logged. */
const toldByWeight = (set: Done): set is Done & { grams: number } =>
  Boolean(set.grams && !set.metres && (set.reps || (set.reps === null && set.seconds === null)))

/** `42.5 × 8`, `42.5`, `10 reps`, `1:20`, `2 km in 9:30`; `bare` leaves the word for repetitions out. */
export function doneWords(
  done: Done,
  unit: Unit,
  { bare = false }: { bare?: boolean } = {},
): string {
  const { reps, seconds, metres } = done
  if (metres) {
    const far = distanceWords(metres)
    return seconds ? `${far} in ${clockWords(seconds)}` : far
  }
  if (toldByWeight(done)) {
    const heavy = plainWeight(done.grams, unit)
    return reps ? `${heavy} × ${reps}` : heavy
  }
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
  return sets.some(toldByWeight) ? `${all} ${unit}` : all
}

/** `1,080 kg` of grams lifted in all, to whole units. */
export const volumeWords = (grams: number, unit: Unit): string =>
  `${Math.round(fromGrams(grams, unit)).toLocaleString('en-GB')} ${unit}`
