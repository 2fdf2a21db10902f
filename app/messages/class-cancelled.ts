import { paths } from '#app/paths.ts'
import { dayShort } from '#app/values/wording.ts'
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
}

function effects({ waiting, lot, studio }: ClassCancelled): string {
  if (waiting) return 'You were on its waitlist. Nothing was taken.'
  if (!lot) return 'Nothing was taken, and it does not count against your membership.'
  const longer = lot.runsUntil ? ` It now runs until ${dayShort(lot.runsUntil, studio.locale)}.` : ''
  return `1 credit is back in your ${lot.name}.${longer}`
}

/** Told once to each person when the studio cancels a class. */
export function classCancelled(message: ClassCancelled): Letter {
  const { studio, why } = message
  return bookingLetter(message, {
    subject: `Not taking place: ${classNamed(message)}`,
    opening: `${studio.name} has cancelled this class.${why ? ` ${sentence(why)}` : ''}`,
    more: [effects(message)],
    action: { label: 'See other classes', path: paths.timetable(studio) },
  })
}

/** The same as a line in the shell. */
export function classCancelledNotice(message: ClassCancelled): string {
  return `${classNamed(message)} is cancelled. ${message.why ? `${sentence(message.why)} ` : ''}${effects(message)}`
}

const sentence = (text: string) => (/[.!?]$/.test(text.trim()) ? text.trim() : `${text.trim()}.`)
