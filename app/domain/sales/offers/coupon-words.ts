/** Coupons in words. Pure. */
import type { Discount } from '#app/values/billing/discount.ts'
import { money } from '#app/values/wording.ts'

export type CouponKind = 'percent' | 'amount' | 'free_period'

/** Why a coupon does not count. */
export type CouponRefusal =
  | 'unknown'
  | 'not_today'
  | 'not_for_this'
  | 'not_for_them'
  | 'used_before'
  | 'used_up'

/** What comes off by it. */
export const offOfCoupon = ({ kind, value }: { kind: CouponKind; value: number }): Discount => {
  if (kind === 'free_period') return { bp: 10_000 }
  return kind === 'percent' ? { bp: value } : { minor: value }
}

/** `10% off`, `£5.00 off`, `First period free`. */
export function couponGives(
  { kind, value }: { kind: CouponKind; value: number },
  { currency, locale }: { currency: string; locale: string },
): string {
  if (kind === 'free_period') return 'First period free'
  return kind === 'percent' ? `${value / 100}% off` : `${money(value, currency, locale)} off`
}

export const couponRefusalWords: Record<CouponRefusal, string> = {
  unknown: 'We have no coupon with this code. Check the spelling, or leave the field empty.',
  not_today: 'This coupon isn’t good today. Leave it empty, or use another.',
  not_for_this: 'This coupon isn’t for what you are selling. Leave it empty, or use another.',
  not_for_them: 'This coupon is for new people, and they bought here before. Leave it empty.',
  used_before: 'They used this coupon before, and it works once per person. Leave it empty.',
  used_up: 'This coupon was used as often as it can be. Leave it empty, or use another.',
}

/** The same for who buys. */
export const couponBuyerWords: Record<CouponRefusal, string> = {
  unknown: 'We have no coupon with this code. Check the spelling.',
  not_today: 'This coupon isn’t good today.',
  not_for_this: 'This coupon isn’t for what you are buying.',
  not_for_them: 'This coupon is for people who are new here.',
  used_before: 'You used this coupon before, and it works once per person.',
  used_up: 'This coupon was used as often as it can be.',
}
