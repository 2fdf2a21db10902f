import { shareOf } from '#app/values/money.ts'

export type PackRefund = {
  /** The price after discounts, in minor units: credits cost their share of it. */
  priceMinor: number
  /** What of it was paid and not refunded yet, and what of that is tax. */
  paidMinor: number
  taxMinor: number
  /** Credits the pack came with, and those used for good: attended, late, or not come. */
  credits: number
  /**
   * For each of those used for good (attended, late, or not come) what it costs singly; null
   * charges its share of the pack's price, whatever of it was refunded.
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
  const { priceMinor, paidMinor, taxMinor, credits, usedAtMinor } = pack
  const shared = usedAtMinor.filter((price) => price === null).length
  const usedMinor =
    usedAtMinor.reduce((sum: number, price) => sum + (price ?? 0), 0) +
    (credits === 0 ? 0 : shareOf(priceMinor, shared, credits))
  const refundMinor = Math.max(0, paidMinor - usedMinor)
  return {
    refundMinor,
    taxMinor: paidMinor === 0 ? 0 : shareOf(taxMinor, refundMinor, paidMinor),
    keptMinor: paidMinor - refundMinor,
    usedMinor,
    revoked: Math.max(0, credits - usedAtMinor.length),
  }
}
