/** The closed sets of words that training tables hold. */

export const exerciseStates = ['draft', 'published', 'hidden'] as const

/** What is written down of a set: see `log-type.ts`. */
export const logTypes = [
  'weight_reps',
  'reps',
  'weight',
  'time',
  'hold',
  'distance',
  'distance_time',
  'pass',
] as const

export const importKinds = ['exercises', 'exercise_photos'] as const

/** SM-IMPORT without mapping, which these formats do not need. */
export const importStates = ['uploaded', 'dry_run', 'committing', 'committed', 'discarded'] as const

/** An exercise in another language; a list without an entry is shown as the studio wrote it. */
export type Translation = { name: string; instructions: string[]; cues: string[] }
/** By language: `de`. */
export type Translations = Record<string, Translation>
