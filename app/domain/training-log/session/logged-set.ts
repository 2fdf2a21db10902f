/** A set as devices and server speak of it, and what can be meant by one. Pure. */
import type { setTypes } from '#app/db/studio/workouts/training-log-words.ts'
import type { Instant } from '#app/values/instant.ts'

export type SetType = (typeof setTypes)[number]

export const setTypeWords: Record<SetType, string> = {
  normal: 'Working set',
  warmup: 'Warm-up',
  drop: 'Drop set',
  failure: 'To failure',
}

/** What was done; what an exercise does not log is null. */
export type Done = {
  grams: number | null
  reps: number | null
  seconds: number | null
  metres: number | null
}

export type LoggedSet = Done & {
  /** Made where it is logged: `e2.3`, the third set of the second exercise. */
  id: string
  exerciseId: string
  entry: string
  n: number
  type: SetType
  side: '' | 'left' | 'right'
  /** Tenths: 85 is RPE 8.5. */
  rpe: number | null
  rir: number | null
  doneAt: Instant
  /** By the clock of the device that said it last; the later one stands. */
  changedMs: number
  removed: boolean
}

export const setIdOf = (entry: string, n: number) => `${entry}.${n}`

export const nothingDone: Done = { grams: null, reps: null, seconds: null, metres: null }

export const limits = {
  /** 1,000 kg. */
  grams: 1_000_000,
  reps: 1_000,
  /** A day. */
  seconds: 86_400,
  /** 500 km. */
  metres: 500_000,
} as const

const plain = (n: number) => n.toLocaleString('en-GB', { maximumFractionDigits: 1 })

/** What cannot be meant by a set, as a sentence; null where all is well. */
export function problemOfSet({ grams, reps, seconds, metres }: Done): string | null {
  const wrong = (value: number | null, most: number) =>
    value !== null && (!Number.isFinite(value) || value < 0 || value > most)
  if (wrong(grams, limits.grams))
    return `${plain((grams ?? 0) / 1_000)} kg can’t be right. Enter 0 to 1,000 kg.`
  if (wrong(reps, limits.reps)) return `${plain(reps ?? 0)} reps can’t be right. Enter 0 to 1,000.`
  if (wrong(seconds, limits.seconds)) return 'Enter a time of at most 24 hours.'
  if (wrong(metres, limits.metres)) return 'Enter a distance of at most 500 km.'
  return null
}

/** The later of what two devices said of one set; of one and the same moment the first stands. */
export function newer<Set extends { changedMs: number }>(one: Set | undefined, other: Set): Set {
  return one && one.changedMs >= other.changedMs ? one : other
}
