/** The working of an amount, as a page, a letter and an invoice line say it. Pure. */
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

/** `10/30 days frozen`. */
export const frozenWords = ({ part, whole }: { part: number; whole: number }): string =>
  `${part}/${whole} days frozen`
