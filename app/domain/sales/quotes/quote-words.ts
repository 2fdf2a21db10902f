/** The working of an amount, as a page, a letter and an invoice line say it. Pure. */
import type { BillLine } from '#app/domain/entitlements/membership-terms.ts'
import { money } from '#app/values/wording.ts'

export type MoneyReader = { currency: string; locale: string }

/** `14/30 days of £75.00`, or nothing where it is the whole. */
export function partWords(
  { part, whole }: { part: number; whole: number },
  priceMinor: number,
  { currency, locale }: MoneyReader,
): string {
  return part === whole ? '' : `${part}/${whole} days of ${money(priceMinor, currency, locale)}`
}

/** `Family, 10% off` and `Coupon SPRING`: why something came off, as the invoice says it. */
export const offWords = ({
  familyMinor,
  familyBp,
  couponMinor,
  code,
}: NonNullable<BillLine['off']>) =>
  [familyMinor > 0 && `Family, ${familyBp / 100}% off`, couponMinor > 0 && `Coupon ${code}`]
    .filter((words) => words !== false)
    .join(', ')

/** `10/30 days frozen`. */
export const frozenWords = ({ part, whole }: { part: number; whole: number }): string =>
  `${part}/${whole} days frozen`
