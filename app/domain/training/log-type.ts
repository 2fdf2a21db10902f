import type { logTypes } from '#app/db/studio/training-words.ts'

/** What is logged of a set of an exercise. */
export type LogType = (typeof logTypes)[number]

export const logTypeWords: Record<LogType, string> = {
  weight_reps: 'Weight and repetitions',
  reps: 'Repetitions',
  weight: 'Weight',
  time: 'Time',
  hold: 'Time held',
  distance: 'Distance',
  distance_time: 'Distance and time',
  pass: 'Done or not yet',
}

/** The same for narrow columns. */
export const logTypeShort: Record<LogType, string> = {
  weight_reps: 'Weight, reps',
  reps: 'Reps',
  weight: 'Weight',
  time: 'Time',
  hold: 'Time held',
  distance: 'Distance',
  distance_time: 'Distance, time',
  pass: 'Done or not',
}

/**
 * A first guess for libraries that do not say (formats.md): stretching and static holds by time,
 * cardio by distance and time, the rest by weight and repetitions. It can be edited.
 */
export function guessLogType({ category, force }: { category: string; force: string }): LogType {
  if (category === 'stretching' || force === 'static') return 'time'
  return category === 'cardio' ? 'distance_time' : 'weight_reps'
}
