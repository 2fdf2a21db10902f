import { paths } from '#app/paths.ts'
import { type BookingMessage, bookingLetter, classNamed } from './booking-letter.ts'
import type { Letter } from './letter.ts'

export type ClassRestored = BookingMessage & {
  occurrenceId: string
  /** The class is a session of a course the person is in. */
  inCourse: boolean
}

const back = ({ inCourse }: { inCourse: boolean }) =>
  inCourse
    ? 'You have your course place back, and the make-up for it has ended.'
    : 'You have to book again if you want to come.'

/**
 * Told once to everyone who had a place, or waited, in a class that was cancelled and takes place
 * after all.
 */
export function classRestored(message: ClassRestored): Letter {
  const { studio, occurrenceId } = message
  return bookingLetter(message, {
    subject: `Back on: ${classNamed(message)}`,
    opening: `${studio.name} had cancelled this class. It’s now back on.`,
    more: [back(message)],
    action: { label: 'See the class', path: paths.occurrence(studio, occurrenceId) },
  })
}

/** The same for several children of one guardian. */
export function classRestoredForFamily(
  message: ClassRestored,
  children: readonly { called: string; inCourse: boolean }[],
): Letter {
  const { studio, occurrenceId } = message
  return bookingLetter(message, {
    subject: `Back on: ${classNamed(message)}`,
    opening: `${studio.name} had cancelled this class. It’s now back on.`,
    more: children.map((child) => `${child.called}: ${back(child)}`),
    action: { label: 'See the class', path: paths.occurrence(studio, occurrenceId) },
  })
}

/** The same as a line in the shell. */
export const classRestoredNotice = (
  message: Pick<ClassRestored, 'title' | 'localStart' | 'studio' | 'inCourse'>,
): string => `${classNamed(message)} is back on. ${back(message)}`
