import { paths } from '#app/paths.ts'
import type { Instant } from '#app/values/instant.ts'
import {
  type BookingMessage,
  bookingLetter,
  classNamed,
  deadlineInWords,
} from './booking-letter.ts'
import type { Letter } from './letter.ts'

/**
 * Told once when someone joins a waitlist. The position is not in it: it changes before the mail
 * is read.
 */
export function bookingWaitlisted(
  message: BookingMessage & {
    bookingId: string
    promotesUntil: Instant
    /** An open place is offered, and not booked at once. */
    offers: boolean
  },
): Letter {
  const { studio, bookingId, promotesUntil, offers } = message
  const until = deadlineInWords(promotesUntil, studio)
  return bookingLetter(message, {
    subject: `On the waitlist: ${classNamed(message)}`,
    opening: 'The class is full and you’re on the waitlist. Waiting is free.',
    more: [
      `If a place opens before ${until} it ${offers ? 'is offered' : 'goes'} to the next person on ` +
        'the waitlist. We’ll email you straight away if that’s you.',
    ],
    action: { label: 'See or leave the waitlist', path: paths.cancelBooking(studio, bookingId) },
  })
}
