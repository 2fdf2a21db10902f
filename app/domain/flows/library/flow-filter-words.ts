/** What the filters of the list of flows are called. */
export const lengthNames = {
  short: 'Up to 45 minutes',
  hour: '46 to 75 minutes',
  long: 'More than 75 minutes',
} as const

export const stateWords = { draft: 'Draft', shared: 'Shared', archived: 'Archived' } as const
