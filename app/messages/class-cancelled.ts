import { paths } from '#app/paths.ts'
import { dayShort, money } from '#app/values/wording.ts'
import type { LocalDate } from '#app/values/zone.ts'
import { type BookingMessage, bookingLetter, classNamed } from './booking-letter.ts'
import type { Letter } from './letter.ts'

export type ClassCancelled = BookingMessage & {
  /** The studio's own words, or empty. */
  why: string
  /** Whether the person was only waiting. */
  waiting: boolean
  /** The package a credit went back to, with its last day when that moved (R13a). */
  lot: { name: string; runsUntil: LocalDate | null } | null
  /**
   * It was a session of a course the person is in: until when the make-up is good, null where there
   * is none.
   */
  course?: { makeUpUntil: LocalDate | null } | null
  /** A make-up had paid for it. */
  makeUpBack?: boolean
  /** It was a single place, and so much of what was paid for it goes back, in minor units. */
  single?: { backMinor: number } | null
}

function effects({
  waiting,
  lot,
  studio,
  course = null,
  makeUpBack = false,
  single = null,
}: ClassCancelled): string {
  if (course) {
    const makeUp = course.makeUpUntil
      ? `You have a make-up for it, to use by ${dayShort(course.makeUpUntil, studio.locale)}.`
      : 'The studio will tell you how it makes up for it.'
    return (
      `${makeUp} You stay in the course. If this doesn’t suit you, you can withdraw with a ` +
      'full refund for the remaining sessions.'
    )
  }
  if (makeUpBack) return 'Your make-up can be used again.'
  if (waiting) return 'You were on the waitlist. You were not charged.'
  if (single)
    return single.backMinor > 0
      ? `${money(single.backMinor, studio.currency, studio.locale)} is refunded to your account.`
      : 'You owe nothing for it.'
  if (!lot) return 'You were not charged, and it doesn’t count towards your membership.'
  const longer = lot.runsUntil
    ? ` It now runs until ${dayShort(lot.runsUntil, studio.locale)}.`
    : ''
  return `1 credit is back in your ${lot.name}.${longer}`
}

/** Told once to each person when the studio cancels a class. */
export function classCancelled(message: ClassCancelled): Letter {
  const { studio, why } = message
  return bookingLetter(
    message,
    {
      subject: `Cancelled: ${classNamed(message)}`,
      opening: `${studio.name} has cancelled this class.${why ? ` ${sentence(why)}` : ''}`,
      more: [effects(message)],
      action: { label: 'See other classes', path: paths.timetable(studio) },
    },
    { over: true },
  )
}

/** The same for several children of one guardian, with what each gets back. */
export function classCancelledForFamily(
  message: ClassCancelled,
  children: readonly { called: string; message: ClassCancelled }[],
): Letter {
  const { studio, why } = message
  return bookingLetter(
    message,
    {
      subject: `Cancelled: ${classNamed(message)}`,
      opening: `${studio.name} has cancelled this class.${why ? ` ${sentence(why)}` : ''}`,
      more: children.map((child) => `${child.called}: ${effects(child.message)}`),
      action: { label: 'See other classes', path: paths.timetable(studio) },
    },
    { over: true },
  )
}

/** The same as a line in the shell. */
export function classCancelledNotice(message: ClassCancelled): string {
  return (
    `${classNamed(message)} is cancelled. ` +
    `${message.why ? `${sentence(message.why)} ` : ''}${effects(message)}`
  )
}

const sentence = (text: string) => (/[.!?]$/.test(text.trim()) ? text.trim() : `${text.trim()}.`)
