/** How much of what is open a board reads. Pure. */

/** So many are on the board; those due first. */
export const tasksShown = 20

/** Counted no further than this. */
export const tasksCounted = 100
