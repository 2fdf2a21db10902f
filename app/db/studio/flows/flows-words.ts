/** The closed sets of words that the tables of flows hold. */

/** A draft is its author's; a shared one every coach's. */
export const flowStates = ['draft', 'shared', 'archived'] as const
