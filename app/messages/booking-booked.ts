import { paths } from '#app/paths.ts'
import { joinNames } from '#app/values/text/join-names.ts'
import { type BookingMessage, bookingLetter, classNamed } from './booking-letter.ts'
import type { Letter } from './letter.ts'

/** What pays, as the person bought it; `left` is how many credits remain after this class. */
export type PaidWith =
  | { kind: 'membership'; name: string }
  | { kind: 'lot'; name: string; left: number }
  | { kind: 'make_up'; name: string }
  /** One class on its own; `price`, in words, is what was paid, or what is left to pay. */
  | { kind: 'drop_in'; price: string; paid: boolean }

export function paidSentence(paid: PaidWith): string {
  if (paid.kind === 'drop_in')
    return paid.paid ? `${paid.price} is paid.` : `${paid.price} to pay at the desk when you come.`
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

/** The same for several of a family who were booked at once; `called` is null for the reader. */
export function bookingBookedForFamily(
  message: BookingMessage & {
    people: readonly { called: string | null; paid: PaidWith }[]
    cancelling: string
  },
): Letter {
  const { studio, people, cancelling } = message
  const names = joinNames(people.map(({ called }) => called ?? 'you'))
  return bookingLetter(message, {
    subject: `Booked: ${classNamed(message)} (${names})`,
    opening: `${names.replace(/^y/, 'Y')} have places.`,
    more: [
      ...people.map(({ called, paid }) => `${called ?? 'You'}: ${paidSentence(paid)}`),
      cancelling,
    ].filter(Boolean),
    action: { label: 'See or cancel these bookings', path: paths.portal(studio) },
  })
}
