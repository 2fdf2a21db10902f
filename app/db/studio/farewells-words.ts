/** Closed lists of columns of those who left, importable without the tables. */

/** Why someone left. */
export const exitReasons = [
  'moved',
  'price',
  'time',
  'injury',
  'pregnancy',
  'not_for_them',
  'unhappy',
  'another_studio',
  'other',
] as const
export type ExitReason = (typeof exitReasons)[number]

/** What became of writing to someone who left. */
export const winBackResults = ['open', 'came_back', 'declined', 'no_answer'] as const
export type WinBackResult = (typeof winBackResults)[number]
