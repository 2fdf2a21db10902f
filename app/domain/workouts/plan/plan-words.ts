/** What of a workout was understood, as people read it. */
import { count } from '#app/values/wording.ts'
import type { Block, PlannedExercise, Target } from './plan.ts'
import { fromGrams, type Unit } from './tokens.ts'

/** `90` is `1:30`, `45` is `45 s`. */
export const clockWords = (seconds: number): string =>
  seconds < 60
    ? `${seconds} s`
    : `${Math.floor(seconds / 60)}:${String(Math.round(seconds % 60)).padStart(2, '0')}`

/** A weight in the unit of the person who reads, to a tenth. */
export const weightWords = (grams: number, unit: Unit): string =>
  `${fromGrams(grams, unit).toLocaleString('en-GB', { maximumFractionDigits: 1, useGrouping: false })} ${unit}`

export const distanceWords = (metres: number): string =>
  metres < 1_000
    ? `${metres} m`
    : `${(metres / 1_000).toLocaleString('en-GB', { maximumFractionDigits: 2 })} km`

function amountWords({ reps, repsTo, max, seconds, metres }: Target): string {
  if (max) return 'as many or as long as possible'
  if (metres !== undefined) return distanceWords(metres)
  if (seconds !== undefined) return clockWords(seconds)
  if (reps === undefined) return ''
  return repsTo === undefined ? String(reps) : `${reps} to ${repsTo}`
}

/** What one set asks for: `5 at 80% of best, RPE 8`. */
export function targetWords(target: Target, unit: Unit): string {
  const load =
    target.percent === undefined
      ? target.grams && weightWords(target.grams, unit)
      : `${target.percent}% of best`
  return [
    [amountWords(target), load].filter(Boolean).join(' at '),
    target.rpe !== undefined && `RPE ${target.rpe}`,
    target.rir !== undefined && `${target.rir} in reserve`,
    target.tempo && `tempo ${target.tempo}`,
  ]
    .filter(Boolean)
    .join(', ')
}

/** `5 sets of 5 at 80% of best, rest 3:00`. */
export function exerciseWords(exercise: PlannedExercise, unit: Unit): string {
  const { sets, target, eachSide, warmup, minutes, rest } = exercise
  const asked = targetWords(target, unit)
  const all = sets === 1 ? asked : `${count(sets, 'set')}${asked && ` of ${asked}`}`
  return [
    warmup && 'warm-up',
    all,
    eachSide && 'each side',
    minutes && `${minutes} minutes`,
    rest !== null && `rest ${clockWords(rest)}`,
  ]
    .filter(Boolean)
    .join(', ')
}

/** The name of a block and how it runs; null for plain sets. */
export function blockWords(block: Block): { name: string; rest: string } | null {
  const { seconds, rounds } = block
  const minutes =
    seconds === null ? '' : `${clockWords(seconds)} min`.replace(/^(\d+):00 min/, '$1 minutes')
  switch (block.kind) {
    case 'straight':
      return null
    case 'superset':
      return { name: 'Superset', rest: 'in turn, without rest between' }
    case 'circuit':
      return { name: 'Circuit', rest: count(rounds, 'round') }
    case 'amrap':
      return { name: 'As many rounds as possible', rest: `in ${minutes}` }
    case 'emom': {
      const every = (block.work ?? 60) / 60
      return {
        name: every === 1 ? 'Every minute' : `Every ${every} minutes`,
        rest: `for ${minutes}`,
      }
    }
    case 'for_time':
      return {
        name: 'For time',
        rest: [rounds > 1 && count(rounds, 'round'), minutes && `at most ${minutes}`]
          .filter(Boolean)
          .join(', '),
      }
    case 'intervals':
      return {
        name: 'Intervals',
        rest: `${rounds} times ${clockWords(block.work ?? 0)} on, ${clockWords(block.pause ?? 0)} off`,
      }
  }
}
