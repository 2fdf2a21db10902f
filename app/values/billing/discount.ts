/** What comes off a price. Pure. */
import { shareOf } from '../money.ts'

/** Hundredths of a percent, or minor units. */
export type Discount = { bp: number } | { minor: number }

/** A discount of an amount, never more than it. */
export function discountOf(discount: Discount | null, minor: number): number {
  if (!discount) return 0
  return Math.min(minor, 'bp' in discount ? shareOf(minor, discount.bp, 10_000) : discount.minor)
}

/**
 * Parts of an amount in proportion to weights that are whole numbers, which sum to it: what rounding
 * leaves goes to the last part that has weight. No part is more than its weight while the amount is
 * no more than all of them.
 */
export function sharedOut(minor: number, weights: readonly number[]): number[] {
  let left = minor
  let rest = weights.reduce((sum, weight) => sum + weight, 0)
  return weights.map((weight) => {
    // Of what is left by what is left to share: the last share is all of it.
    const part = rest === 0 ? 0 : Math.min(weight, shareOf(left, weight, rest))
    left -= part
    rest -= weight
    return part
  })
}
