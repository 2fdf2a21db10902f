/** Words that the columns of an import of people are made of. */

/** What people held elsewhere, by the file that has it. */
const holdingKinds = ['packs', 'memberships', 'balances', 'visits', 'families', 'levels'] as const
export type HoldingKind = (typeof holdingKinds)[number]

/** What a file is of. */
export const peopleImportKinds = ['people', 'leads', ...holdingKinds] as const

/** SM-IMPORT, with the two states in which steps are under way. */
export const peopleImportStates = [
  'uploaded',
  'mapped',
  'dry_run',
  'committing',
  'committed',
  'rolling_back',
  'rolled_back',
  'discarded',
] as const

/** In what order dates are written; empty where it has to be asked. */
export const dateOrders = ['', 'ymd', 'mdy', 'dmy'] as const

/** `passed`: of a file of holdings, whose person or plan was gone when the row was taken over. */
export const rowOutcomes = [
  'added',
  'filled',
  'unchanged',
  'passed',
  'stayed',
  'removed',
  'emptied',
] as const
