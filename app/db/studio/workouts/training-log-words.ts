/** The closed sets of words that the tables of the members' log hold. */

/** SM-WORK; what is planned has no row yet. */
export const logStates = ['in_progress', 'paused', 'finished', 'auto_closed', 'discarded'] as const

/** What a set was for. Warm-ups count for no best and no volume. */
export const setTypes = ['normal', 'warmup', 'drop', 'failure'] as const

/** What is kept of somebody as their best. */
export const bestKinds = ['weight', 'e1rm', 'reps', 'hold', 'distance', 'time'] as const

export const efforts = ['', 'easy', 'right', 'hard'] as const

export const logSources = ['', 'hevy', 'strong'] as const

/** A file of workouts: read and shown, being kept, in the log, being taken out, taken out. */
export const logImportStates = ['checked', 'keeping', 'kept', 'undoing', 'undone'] as const

export const measureKinds = [
  'weight',
  'body_fat',
  'waist',
  'chest',
  'hips',
  'arm',
  'thigh',
] as const

/** Who is ranked with whom on a board: as written, with less, or the way in. */
export const divisions = ['rx', 'scaled', 'foundations'] as const
