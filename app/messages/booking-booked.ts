import { paths } from '#app/paths.ts'
import { type BookingMessage, bookingLetter, classNamed } from './booking-letter.ts'
import type { Letter } from './letter.ts'

/** What pays, as the person bought it; `left` is how many credits remain after this class. */
export type PaidWith =
  | { kind: 'membership'; name: string }
  | { kind: 'lot'; name: string; left: number }
  | { kind: 'make_up'; name: string }

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
    /** Until when it can be cancelled free, or that this has ended, and what it costs then. */
    cancelling: string
  },
): Letter {
  const { studio, bookingId, paid, cancelling } = message
  return bookingLetter(message, {
    subject: `Booked: ${classNamed(message)}`,
    opening: 'You have a place.',
    more: [paidSentence(paid), cancelling].filter(Boolean),
    action: { label: 'See or cancel this booking', path: paths.cancelBooking(studio, bookingId) },
  })
}
