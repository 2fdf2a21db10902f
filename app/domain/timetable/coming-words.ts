/** Who else is coming to a class, as far as they let others know. Pure. */

/** As many are named; of more the number is told. */
const namedAtMost = 12

export type Coming = {
  /** How many others show their name. */
  count: number
  /** Their first names, in order; none for somebody who does not show their own. */
  names: string[]
}

/** What is shown of the names that were read: first words only, as they are called. */
export function toComing(names: readonly string[]): Coming {
  const first = names.map((name) => name.trim().split(/\s+/)[0] ?? '').filter(Boolean)
  return { count: names.length, names: first.sort((one, other) => one.localeCompare(other)) }
}

/** `Ben, Cleo and Dana`; `Ben, … and 3 more`. */
export function comingWords({ count, names }: Coming, locale: string): string {
  const named = names.slice(0, namedAtMost)
  const more = count - named.length
  return new Intl.ListFormat(locale, { type: 'conjunction' }).format(
    more > 0 ? [...named, `${more} more`] : named,
  )
}
