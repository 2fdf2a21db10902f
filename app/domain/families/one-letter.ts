import { joinNames } from '#app/values/text/join-names.ts'
import { addressed, type Concerned } from './addressed.ts'

type Written = Concerned & { personId: string; email: string }

/** Children whose guardian reads one letter about all of them. */
export type OneLetter<Row> = {
  /** In their order; one alone where the letter is about nobody else. */
  group: readonly Row[]
  /** The letter goes with the first of them; the others have none of their own. */
  first: boolean
}

/**
 * Puts together whose letters go to the same guardian, so that a parent of three has one email and
 * not three. What goes to people themselves stays a letter each. Where `rows` are a step of many,
 * `children` are those of every step who are told through a guardian, in the same order: the letter
 * goes with the first of them and names all, and the steps of the others send none.
 */
export function oneLetterEach<Row extends Written>(
  rows: readonly Row[],
  children: readonly Row[] = rows,
): (row: Row) => OneLetter<Row> {
  const groups = new Map<string, Row[]>()
  for (const row of children) {
    if (!row.guardianName || row.email === '') continue
    const key = row.email.toLowerCase()
    groups.set(key, [...(groups.get(key) ?? []), row])
  }
  return (row) => {
    const group = (row.guardianName && groups.get(row.email.toLowerCase())) || [row]
    return { group, first: group[0]?.personId === row.personId }
  }
}

/** What a child is called in a letter to their guardian, or who reads it themselves. */
export const nameInLetter = (person: Concerned): string => {
  const { name, child } = addressed(person)
  return child?.name ?? name
}

/** Whom a letter about several greets and names; of one alone as `addressed` has it. */
export function addressedTogether(group: readonly Written[]) {
  const [first] = group
  if (!first) return { name: '' }
  const whom = addressed(first)
  if (group.length < 2 || !whom.child) return whom
  return { ...whom, child: { id: '', name: joinNames(group.map(nameInLetter)) } }
}
