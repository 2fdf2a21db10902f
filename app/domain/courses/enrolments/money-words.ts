/** What leaving or changing a course does to someone's money, true for people who have not paid too. Pure. */
import type { PlainFormats } from '#app/values/formats.ts'
import { money } from '#app/values/wording.ts'

type Formats = Pick<PlainFormats, 'currency' | 'locale'>

/**
 * What a change of course asks: `£15.00 more to pay.`, `You get £5.00 back.` For someone who has not
 * paid (`unpaidMinor`) what there is to pay in total: what was never paid is not refunded.
 */
export function dueWords(
  { dueMinor, unpaidMinor }: { dueMinor: number; unpaidMinor: number },
  formats: Formats,
): string {
  const balance = unpaidMinor + dueMinor
  const amount = money(Math.abs(balance), formats.currency, formats.locale)
  if (balance < 0) return `You get ${amount} back.`
  if (unpaidMinor > 0) return balance > 0 ? `${amount} to pay in total.` : 'Nothing to pay.'
  return balance > 0 ? `${amount} more to pay.` : 'Nothing more to pay.'
}

/** The same of leaving it, where `refundMinor` is given back of the price. */
export function backWords(
  { refundMinor, unpaidMinor }: { refundMinor: number; unpaidMinor: number },
  { currency, locale }: Formats,
): string {
  const sum = (minor: number) => money(minor, currency, locale)
  if (refundMinor === 0)
    return unpaidMinor > 0 ? `No refund. You still owe ${sum(unpaidMinor)}.` : 'No refund.'
  if (unpaidMinor === 0) return `You get ${sum(refundMinor)} back.`
  const balance = unpaidMinor - refundMinor
  if (balance === 0) return `You no longer owe ${sum(unpaidMinor)}.`
  return balance > 0
    ? `You now owe ${sum(balance)} instead of ${sum(unpaidMinor)}.`
    : `You get ${sum(-balance)} back and owe nothing.`
}

/** The same on the button: `Withdraw, £90.00 back`. */
export function pressWords(
  { refundMinor, unpaidMinor }: { refundMinor: number; unpaidMinor: number },
  { currency, locale }: Formats,
): string {
  const balance = refundMinor - unpaidMinor
  if (balance > 0) return `Withdraw, ${money(balance, currency, locale)} back`
  if (balance < 0) return `Withdraw, ${money(-balance, currency, locale)} to pay`
  return refundMinor > 0 ? 'Withdraw, nothing to pay' : 'Withdraw without refund'
}
