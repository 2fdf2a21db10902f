/** What somebody typed of a set, in their own unit. Pure: the page reads it the same way offline. */
import type { LogType } from '#app/domain/training/log-type.ts'
import { toGrams, type Unit } from '#app/domain/workouts/plan/tokens.ts'
import { type Done, nothingDone, problemOfSet } from './logged-set.ts'
import { logged } from './next-set.ts'

/** The fields of a set as they are typed. */
export type TypedSet = { weight?: string; reps?: string; time?: string; distance?: string }

export type ReadDone = { ok: true; done: Done } | { ok: false; why: string }

const number = (text: string): number | null => {
  const tidy = text.trim().replace(',', '.').replace('−', '-')
  return /^-?\d{1,7}(?:\.\d{1,3})?$/.test(tidy) ? Number(tidy) : null
}

/** Seconds of `1:20`, `1:05:00` or `80`; null for anything else. */
export function readTime(text: string): number | null {
  const parts = text.trim().split(':')
  if (parts.length > 3 || !parts.every((part) => /^\d{1,5}$/.test(part))) return null
  if (parts.slice(1).some((part) => Number(part) > 59)) return null
  return parts.reduce((sum, part) => sum * 60 + Number(part), 0)
}

/**
 * What was typed of a set of an exercise of some kind: the parts that its kind logs. Refused with a
 * sentence: what is no number, nothing at all, and what cannot be meant (`problemOfSet`). Beside
 * repetitions an empty weight is none: the body alone. Of distance and time either is enough.
 */
export function readDone(logType: LogType, typed: TypedSet, unit: Unit): ReadDone {
  const done = { ...nothingDone }
  const { weight = '', reps = '', time = '', distance = '' } = typed
  const no = (why: string): ReadDone => ({ ok: false, why })
  const parts = logged[logType]
  const asks = (part: keyof Done, text: string, optional: boolean) =>
    parts.includes(part) && !(optional && text.trim() === '')
  const either = logType === 'distance_time'
  if (asks('grams', weight, parts.includes('reps'))) {
    const amount = number(weight)
    if (amount === null) return no('Enter the weight as a number, such as 42.5.')
    done.grams = toGrams(amount, unit)
  }
  if (asks('reps', reps, false)) {
    const n = number(reps)
    if (n === null || !Number.isInteger(n)) return no('Enter the repetitions as a whole number.')
    done.reps = n
  }
  if (asks('seconds', time, either)) {
    const seconds = readTime(time)
    if (seconds === null) return no('Enter the time like 1:20, or in seconds.')
    done.seconds = seconds
  }
  if (asks('metres', distance, either)) {
    const far = number(distance)
    if (far === null) return no('Enter the distance as a number of metres.')
    done.metres = Math.round(far)
  }
  if (either && done.metres === null && done.seconds === null)
    return no('Enter a distance or a time.')
  const why = problemOfSet(done)
  return why ? no(why) : { ok: true, done }
}
