import { paths } from '#app/paths.ts'
import { type BookingMessage, bookingLetter, classNamed } from './booking-letter.ts'
import type { Letter } from './letter.ts'
import { startInWords } from './place-letter.ts'

export type Reminder = BookingMessage & {
  bookingId: string
  /** Until when it can be cancelled free, or that this has ended, and what it costs then. */
  cancelling: string
  /** It is too late to cancel free. */
  late: boolean
  /** A session of a course: giving it up brings no money back, so nothing is said of it. */
  inCourse: boolean
}

function cancelSentence({ cancelling, late, inCourse }: Reminder): string {
  if (inCourse) return 'It is part of your course.'
  if (!late) return cancelling
  return (
    `${cancelling} If you can’t come, giving up your place still helps someone on the ` +
    'waitlist.'
  )
}

/** Told once before a class to anyone who has a place in it, when they wish to be. */
export function bookingReminder(message: Reminder): Letter {
  const { studio, bookingId, origin } = message
  return bookingLetter(message, {
    subject: `Soon: ${classNamed(message)}`,
    opening: `You have a place in this class. ${cancelSentence(message)}`,
    more: [`Other reminders, or none: ${origin}${paths.portalNotifications(studio)}`],
    action: { label: 'See or cancel this booking', path: paths.cancelBooking(studio, bookingId) },
  })
}

/** The same as a line in the shell. */
export function bookingReminderNotice(message: Reminder): string {
  return `Soon: ${message.title}, ${startInWords(message)}. ${cancelSentence(message)}`
}
