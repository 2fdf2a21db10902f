import type { FindOffer } from './find-offer.ts'
import type { Holder } from './holding-facts.ts'
import type { PreparedHolding } from './prepare-holdings.ts'

/** Of two live contracts of a person for one plan, all but the one that began first. */
export function secondsOf(
  prepared: readonly PreparedHolding[],
  findOffer: FindOffer,
  people: ReadonlyMap<Holder, { id: string }>,
): ReadonlySet<PreparedHolding> {
  const firsts = new Map<string, { row: PreparedHolding; began: string }>()
  const seconds = new Set<PreparedHolding>()
  for (const row of prepared) {
    if (row.facts.kind !== 'memberships') continue
    const person = people.get(row.who)
    const offer = findOffer(row.facts.word)
    if (!person || !offer || offer === 'left') continue
    const key = `${person.id}\n${offer.id}`
    const began = row.facts.startsOn || '9'
    const first = firsts.get(key)
    if (first && began >= first.began) seconds.add(row)
    else {
      firsts.set(key, { row, began })
      if (first) seconds.add(first.row)
    }
  }
  return seconds
}
