/** The columns of the people list that can be chosen; the name and the state always stand. */
export const personColumns = [
  ['plan', 'Plan'],
  ['level', 'Level'],
  ['visit', 'Last visit'],
  ['next', 'Next booking'],
  ['credits', 'Credits'],
  ['owes', 'Owes'],
  ['email', 'Email'],
  ['phone', 'Phone'],
  ['tags', 'Tags'],
  ['joined', 'Joined'],
] as const

export type PersonColumn = (typeof personColumns)[number][0]

const usualColumns: readonly PersonColumn[] = ['plan', 'level', 'visit', 'next', 'credits', 'owes']

/**
 * What a cookie or a form names, in the order of the table; unknown words are dropped, and without
 * any it is the usual.
 */
export function columnsOf(named: readonly string[] | null): PersonColumn[] {
  const chosen = personColumns.map(([column]) => column).filter((column) => named?.includes(column))
  return chosen.length > 0 ? chosen : [...usualColumns]
}
