/** What every message about a class has in common. */
import { dayTime, deadline } from '#app/values/wording.ts'
import type { Letter } from './letter.ts'
import { type LetterBody, type PlaceMessage, placeLetter } from './place-letter.ts'

export type BookingMessage = PlaceMessage

/** `Pole 2, Thu 18:30`: how a subject or a notice names a class. */
export function classNamed({
  title,
  localStart,
  studio,
}: Pick<BookingMessage, 'title' | 'localStart' | 'studio'>) {
  return `${title}, ${dayTime(localStart, studio.locale)}`
}

/** `Sat 24 Oct 23:00`, on the studio's clock. */
export function deadlineInWords(
  instant: string,
  { timeZone, locale }: BookingMessage['studio'],
): string {
  return deadline(instant, timeZone, locale)
}

/** A letter about one class; `over` where the reader has no place there any more. */
export function bookingLetter(
  message: BookingMessage,
  letterBody: LetterBody,
  { over = false } = {},
): Letter {
  return placeLetter(message, letterBody, {
    called: 'Class',
    because: over
      ? 'you had a place in this class or were on its waitlist'
      : 'you have a place in this class or are on its waitlist',
  })
}
