/** The closed sets of words that the tables of gradings hold. */

export const gradingStates = ['draft', 'open', 'locked', 'published', 'cancelled'] as const

/**
 * SM-GRADE: what became of an invitation. Who is eligible is worked out; only those with an override
 * have a row before they are invited. `refused` is the studio’s no, whose fee goes back.
 */
export const candidateStates = [
  'overridden',
  'invited',
  'confirmed',
  'declined',
  'withdrawn',
  'refused',
] as const

export const gradingResults = ['passed', 'passed_with_note', 'retest', 'failed', 'no_show'] as const

export const marks = ['pass', 'note', 'retest'] as const
