import { foldName } from '#app/values/text/fold.ts'
import type { Holder, MembershipFacts } from './holding-facts.ts'
import type { Offer } from './holding-queries.server.ts'
import type { PreparedHolding } from './prepare-holdings.ts'

/** Of two live contracts of a person for one plan, all but the one that began first. */
export function secondsOf(
  prepared: readonly PreparedHolding[],
  { decisions }: { decisions: Readonly<Record<string, string>> },
  offers: readonly Offer[],
  people: ReadonlyMap<Holder, { id: string }>,
): ReadonlySet<PreparedHolding> {
  const firsts = new Map<string, PreparedHolding>()
  const seconds = new Set<PreparedHolding>()
  for (const row of prepared) {
    if (row.facts.kind !== 'memberships') continue
    const person = people.get(row.who)
    const word = foldName(row.facts.word)
    const answer = decisions[`offer:${word}`]
    const named = answer ?? offers.find(({ name }) => foldName(name) === word)?.id
    if (!person || !named || named === 'leave') continue
    const key = `${person.id}\n${named}`
    const first = firsts.get(key)
    const [began, before] = [row.facts, first?.facts as MembershipFacts | undefined]
    if (!before || !first) firsts.set(key, row)
    else if ((began.startsOn || '9') < (before.startsOn || '9')) {
      firsts.set(key, row)
      seconds.add(first)
    } else seconds.add(row)
  }
  return seconds
}
