import { paths } from '#app/paths.ts'
import type { Instant } from '#app/values/instant.ts'
import { type PaidWith, paidSentence } from './booking-booked.ts'
import { type BookingMessage, bookingLetter, classNamed } from './booking-letter.ts'
import type { Letter } from './letter.ts'

export type Promotion = BookingMessage & {
  bookingId: string
  paid: PaidWith
  /** Until when it can be cancelled or declined free, and what it costs then. */
  cancelling: string
  /** Set when the place came inside the cancel window (R4). */
  declineUntil: Instant | null
  /** Waitlists of classes at the same time that were left for this one. */
  left: string[]
  /** The other classes of the wish that this one has won. */
  dropped?: { title: string; localStart: string }[]
}

/** `You wait no longer for …`, where this class was one of a wish. */
function droppedWords({ dropped = [], studio }: Promotion): string[] {
  if (dropped.length === 0) return []
  const named = dropped.map(({ title, localStart }) => classNamed({ title, localStart, studio }))
  return [`You’ve left the waitlist of ${named.join(' and ')}, which you were waiting for instead.`]
}

/** Told once when a place opened for someone on the waitlist. */
export function bookingPromoted(message: Promotion): Letter {
  const { studio, bookingId, declineUntil, paid, left } = message
  return bookingLetter(message, {
    subject: `A place opened: ${classNamed(message)}`,
    opening: `A place opened and it’s yours. ${message.cancelling}`,
    more: [
      paidSentence(paid),
      ...droppedWords(message),
      ...(left.length
        ? [`You’ve left the waitlist of ${left.join(' and ')}, which is at the same time.`]
        : []),
    ],
    action: {
      label: declineUntil === null ? 'See or cancel this booking' : 'Keep or decline this place',
      path: paths.cancelBooking(studio, bookingId),
    },
  })
}

/** The same as a line in the shell. */
export function bookingPromotedNotice(message: Promotion): string {
  return (
    `A place opened in ${classNamed(message)} and it’s yours. ` +
    `${[message.cancelling, ...droppedWords(message)].join(' ')}`
  )
}
