import { shareOf } from '#app/values/money.ts'

export type PackRefund = {
  /** What was paid for the pack, in minor units, and what of it is tax. */
  paidMinor: number
  taxMinor: number
  /** Credits the pack came with, and those used for good: attended, late, or not come. */
  credits: number
  /**
   * For each of those used for good (attended, late, or not come) what it costs singly; null
   * charges its share of the pack's price.
   */
  usedAtMinor: readonly (number | null)[]
}

export type RefundQuote = {
  refundMinor: number
  /** What of the refund is tax. */
  taxMinor: number
  /** What the studio keeps, and how that came about. */
  keptMinor: number
  usedMinor: number
  /** Credits taken off once booked places have come back (R11). */
  revoked: number
}

/**
 * What is unused of a pack: what was paid less the used classes at their drop-in price, or at
 * their share of the pack where they are not sold singly; never below nothing. All credits that are left
 * are taken off, those of booked classes after they came back (story 10).
 */
export function quotePackRefund(pack: PackRefund): RefundQuote {
  const { paidMinor, taxMinor, credits, usedAtMinor } = pack
  const shared = usedAtMinor.filter((price) => price === null).length
  const usedMinor =
    usedAtMinor.reduce((sum: number, price) => sum + (price ?? 0), 0) +
    (credits === 0 ? 0 : shareOf(paidMinor, shared, credits))
  const refundMinor = Math.max(0, paidMinor - usedMinor)
  return {
    refundMinor,
    taxMinor: paidMinor === 0 ? 0 : shareOf(taxMinor, refundMinor, paidMinor),
    keptMinor: paidMinor - refundMinor,
    usedMinor,
    revoked: Math.max(0, credits - usedAtMinor.length),
  }
}
