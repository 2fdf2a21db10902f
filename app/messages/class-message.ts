import { paths } from '#app/paths.ts'
import { type BookingMessage, bookingLetter, classNamed } from './booking-letter.ts'
import type { Letter } from './letter.ts'

export type ClassMessage = BookingMessage & {
  occurrenceId: string
  /** What staff wrote; its lines become paragraphs. */
  text: string
  /** Who of the staff wrote it. */
  from: string
}

/** What staff write to everyone in a class, as they wrote it. */
export function classMessage(message: ClassMessage): Letter {
  const { studio, occurrenceId, text, from } = message
  const [first = '', ...more] = text
    .split(/\n+/)
    .map((line) => line.trim())
    .filter(Boolean)
  return bookingLetter(message, {
    subject: `About ${classNamed(message)}`,
    opening: first,
    more: [...more, `${from}, ${studio.name}`],
    action: { label: 'See the class', path: paths.occurrence(studio, occurrenceId) },
  })
}

/** The same as a line in the shell. */
export const classMessageNotice = (
  message: Pick<ClassMessage, 'title' | 'localStart' | 'studio' | 'text'>,
): string => `${classNamed(message)}: ${message.text.replace(/\s+/g, ' ').trim()}`
