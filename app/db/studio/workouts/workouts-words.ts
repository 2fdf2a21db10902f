/** The closed sets of words that the tables of workouts hold. */

export const workoutKinds = [
  'strength',
  'amrap',
  'emom',
  'for_time',
  'intervals',
  'circuit',
  'mobility',
] as const

/** What the studio does with a template; one that is published for later is scheduled. */
export const workoutStates = ['draft', 'published', 'archived'] as const
