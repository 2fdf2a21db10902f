/**
 * The cookie that keeps the columns someone chose for the people list; names of columns, separated
 * by dots.
 */
export const columnsCookie = 'cadence-people-columns'
