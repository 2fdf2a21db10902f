/**
 * The cookie that keeps the columns somebody chose for the people list; names of columns, separated
 * by dots.
 */
export const columnsCookie = 'cadence-people-columns'
