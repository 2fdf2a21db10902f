/** Closed lists of columns of people, importable without the tables. */

/** What can be done with many people at once. */
export const bulkActs = ['tag', 'untag', 'note', 'notice', 'invite', 'archive', 'restore'] as const
