import { paths } from '#app/paths.ts'
import { dayLongTime } from '#app/values/wording.ts'
import type { LocalDateTime } from '#app/values/zone.ts'
import { type BookingMessage, bookingLetter, classNamed } from './booking-letter.ts'
import type { Letter } from './letter.ts'

/**
 * Told once when the desk moves a place to another date; `was` is the local start it was booked
 * for.
 */
export function bookingMoved(
  message: BookingMessage & { bookingId: string; was: LocalDateTime },
): Letter {
  const { studio, bookingId, was } = message
  const before = dayLongTime(was, studio.locale)
  return bookingLetter(message, {
    subject: `Moved: ${classNamed(message)}`,
    opening: `Your booking was moved from ${before}.`,
    more: ['What paid for it pays for the new date. You pay nothing more.'],
    action: { label: 'See or cancel this booking', path: paths.cancelBooking(studio, bookingId) },
  })
}
