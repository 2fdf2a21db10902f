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
 * Told once when somebody joins a waitlist. The position is not in it: it changes before the mail
 * is read.
 */
export function bookingWaitlisted(
  message: BookingMessage & { bookingId: string; promotesUntil: Instant },
): Letter {
  const { studio, bookingId, promotesUntil } = message
  return bookingLetter(message, {
    subject: `On the waitlist: ${classNamed(message)}`,
    opening: 'The class is full and you are on its waitlist. It is free while you wait.',
    more: [
      `If a place opens before ${deadlineInWords(promotesUntil, studio)} it becomes yours in ` +
        'the order of joining, and we write to you at once.',
    ],
    action: { label: 'See or leave the waitlist', path: paths.cancelBooking(studio, bookingId) },
  })
}
