import { paths } from '#app/paths.ts'
import type { Instant } from '#app/values/instant.ts'
import { money } from '#app/values/wording.ts'
import {
  type BookingMessage,
  bookingLetter,
  classNamed,
  costInWords,
  deadlineInWords,
} from './booking-letter.ts'
import type { Letter } from './letter.ts'

/** What pays, as the person bought it; `left` is how many credits remain after this class. */
export type PaidWith =
  | { kind: 'membership'; name: string }
  | { kind: 'lot'; name: string; left: number }
  | { kind: 'make_up'; name: string }

export type FreeUntil = { cutoffAt: Instant; late: { losesCredit: boolean; feeMinor: number } }

/** `Free to cancel until Thu 15 Oct 06:30, then 1 credit and £5.00.` */
export function cutoffSentence(
  { cutoffAt, late }: FreeUntil,
  studio: BookingMessage['studio'],
): string {
  const fee = late.feeMinor > 0 ? money(late.feeMinor, studio.currency, studio.locale) : null
  const costs = costInWords(late.losesCredit, fee)
  return `Free to cancel until ${deadlineInWords(cutoffAt, studio)}${costs ? `, then ${costs}` : ''}.`
}

export function paidSentence(paid: PaidWith): string {
  if (paid.kind === 'make_up') return `${paid.name} was used.`
  if (paid.kind === 'membership') return `It is included in your ${paid.name}.`
  return `1 credit of your ${paid.name} was used. ${paid.left} left.`
}

/** Told once when a place is booked. */
export function bookingBooked(
  message: BookingMessage & {
    bookingId: string
    paid: PaidWith
    /** Null when the free time is over already. */
    free: FreeUntil | null
  },
): Letter {
  const { studio, bookingId, paid, free } = message
  const late = 'The time to cancel free was over when you booked.'
  return bookingLetter(message, {
    subject: `Booked: ${classNamed(message)}`,
    opening: 'You have a place.',
    more: [paidSentence(paid), free ? cutoffSentence(free, studio) : late],
    action: { label: 'See or cancel this booking', path: paths.cancelBooking(studio, bookingId) },
  })
}
