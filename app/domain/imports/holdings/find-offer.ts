/** Which plan or pack here a word of a file is. Pure. */
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
  return (word) => {
    const folded = foldName(word)
    const answer = decisions[`offer:${folded}`] ?? byName.get(folded) ?? ''
    return answer === 'leave' ? 'left' : (byId.get(answer) ?? null)
  }
}
