/** The closed sets of words that the tables of programs hold. */

export const programStates = ['draft', 'published', 'retired'] as const

/** Who may begin it: whom a coach gives it to, or any member. */
export const programAccess = ['assigned', 'free'] as const

export const assignmentStates = ['scheduled', 'active', 'paused', 'finished', 'stopped'] as const
