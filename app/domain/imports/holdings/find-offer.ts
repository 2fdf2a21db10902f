/** Which plan, pack or level here a word of a file is. Pure. */
import { groupBy } from '#app/values/table/group-by.ts'
import { foldName } from '#app/values/text/fold.ts'
import type { Offer } from './holding-queries.server.ts'

/** By its name, or as it was answered; `left` is left out, null is not known yet. */
export type FindOffer = (word: string) => Offer | 'left' | null

export function offerFinder(
  offers: readonly Offer[],
  decisions: Readonly<Record<string, string>>,
): FindOffer {
  const byId = new Map(offers.map((offer) => [offer.id, offer]))
  // Of two names that fold to one, the first counts.
  const byName = new Map([...offers].reverse().map(({ id, name }) => [foldName(name), id]))
  const shorts = groupBy(
    offers.filter(({ short }) => short),
    ({ short }) => foldName(short ?? ''),
  )
  const onlyShort = (folded: string) => {
    const found = shorts.get(folded) ?? []
    return found.length === 1 ? found[0]!.id : undefined
  }
  return (word) => {
    const folded = foldName(word)
    const answer = decisions[`offer:${folded}`] ?? byName.get(folded) ?? onlyShort(folded) ?? ''
    return answer === 'leave' ? 'left' : (byId.get(answer) ?? null)
  }
}
