/** Words that the columns of an import of people are made of. */

/** What a file is of. */
export const peopleImportKinds = ['people', 'leads'] as const

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

export const rowOutcomes = ['added', 'filled', 'unchanged', 'stayed', 'removed', 'emptied'] as const
