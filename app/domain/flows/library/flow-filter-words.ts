/** What the filters of the list of flows are called. */
export const lengthNames = {
  short: 'Up to 45 minutes',
  hour: '46 to 75 minutes',
  long: 'More than 75 minutes',
} as const

export const stateWords = { draft: 'Draft', shared: 'Shared', archived: 'Archived' } as const

/** Coming classes of a flow are counted so far; from there on the list says `100+`. */
export const mostComing = 100
