/** What one class pays by a rule. Pure; `priceSql` of `pay-line-statements` is the same for the database. */
import type { PayBasis, PayCounts } from '#app/db/studio/day/pay-words.ts'

/** People from whom on a class pays a sum, and the sum in minor units. */
export type Tier = readonly [from: number, minor: number]

export type PayTerms = {
  basis: PayBasis
  /** Minor units: of a class, an hour or a person. */
  amountMinor: number
  /** From the fewest people. */
  tiers: readonly Tier[]
  /** Never less than this. */
  leastMinor: number
  counts: PayCounts
}

/**
 * What a class of `minutes` with `people` pays, in minor units: a sum, a sum an hour (half-up to
 * the minor unit), a sum a person, or the sum of the highest tier that was reached, nothing below
 * the lowest; and never less than the rule's least.
 */
export function priceOf(
  { basis, amountMinor, tiers, leastMinor }: PayTerms,
  { people, minutes }: { people: number; minutes: number },
): number {
  const reached = tiers.filter(([from]) => from <= people).at(-1)
  const price = {
    flat: amountMinor,
    hour: Math.floor((amountMinor * minutes + 30) / 60),
    head: amountMinor * people,
    tiers: reached?.[1] ?? 0,
  }[basis]
  return Math.max(leastMinor, price)
}

/** Tiers as they are kept, from the fewest people. */
export const keptTiers = (tiers: readonly Tier[]): string =>
  JSON.stringify([...tiers].sort(([a], [b]) => a - b))

export const readTiers = (kept: string): Tier[] => JSON.parse(kept) as Tier[]
