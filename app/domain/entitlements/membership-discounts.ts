/** What comes off the price of a membership: for the family, and by a coupon. Pure. */
import type { Discount } from '#app/values/billing/discount.ts'
import { shareOf } from '#app/values/money.ts'

/** What came off a price for the family, in hundredths of a percent, and what it was before. */
export type FamilyOff = { bp: number; fullMinor: number }

/** What comes off the first bill of a membership: a coupon. */
export type FirstOff = { discount: Discount; code: string }

/** What came off the share of a period. */
export type PeriodOff = { familyMinor: number; familyBp: number; couponMinor: number; code: string }

/** Terms with what comes off each period for the family, in hundredths of a percent. */
export const withFamily = <Terms extends { priceMinor: number; family?: FamilyOff }>(
  terms: Terms,
  bp: number,
): Terms =>
  bp === 0
    ? terms
    : {
        ...terms,
        priceMinor: terms.priceMinor - shareOf(terms.priceMinor, bp, 10_000),
        family: { bp, fullMinor: terms.priceMinor },
      }

/** What came off `part` of the `whole` of a period, if anything did. */
export function offOf(
  family: FamilyOff | undefined,
  { share, couponMinor, code }: { share: number; couponMinor: number; code: string },
  [part, whole]: readonly [part: number, whole: number],
): { off?: PeriodOff } {
  const familyMinor = family ? shareOf(family.fullMinor, part, whole) - share : 0
  if (familyMinor === 0 && couponMinor === 0) return {}
  return { off: { familyMinor, familyBp: family?.bp ?? 0, couponMinor, code } }
}
