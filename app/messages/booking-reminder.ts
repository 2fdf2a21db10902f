import { paths } from '#app/paths.ts'
import {
  type BookingMessage,
  bookingLetter,
  classNamed,
  deadlineInWords,
} from './booking-letter.ts'
import type { Letter } from './letter.ts'
import { startInWords } from './place-letter.ts'

export type Reminder = BookingMessage & {
  bookingId: string
  /** Free to cancel until this instant; null when that is over. */
  freeUntil: string | null
}

const cancelSentence = ({ freeUntil, studio }: Reminder) =>
  freeUntil === null
    ? 'It is too late to cancel free; if you cannot come, giving up your place still helps who waits.'
    : `You can cancel free until ${deadlineInWords(freeUntil, studio)}.`

/** Told once before a class to who has a place in it, when they wish to be. */
export function bookingReminder(message: Reminder): Letter {
  const { studio, bookingId, origin } = message
  return bookingLetter(message, {
    subject: `Soon: ${classNamed(message)}`,
    opening: `You have a place in this class. ${cancelSentence(message)}`,
    more: [`Other reminders, or none: ${origin}${paths.portalReminders(studio)}`],
    action: { label: 'See or cancel this booking', path: paths.cancelBooking(studio, bookingId) },
  })
}

/** The same as a line in the shell. */
export function bookingReminderNotice(message: Reminder): string {
  return `Soon: ${message.title}, ${startInWords(message)}. ${cancelSentence(message)}`
}
