/** A class as the desk books it for someone: what pays, or what is in the way. */
import type { Formats } from '#app/values/formats.ts'
import { clockTime, clockTimeAt, count, money } from '#app/values/wording.ts'
import { freeAtDesk, isFullAtDesk } from '../availability/bookable-occurrence.ts'
import type { ClassForPerson } from './book-for-person-page.server.ts'
import { walkInRefusal } from './desk-words.ts'

export type ClassForPersonWords = {
  id: string
  title: string
  at: string
  until: string
  /** `Ines, Pole studio. 3 places free` */
  where: string
  /** What pays, or why nothing does. */
  says: string
  /** They can be booked by what they hold. */
  paid: boolean
  /** The price of one class, where it may be sold singly. */
  dropIn: string | null
  /** The skill they lack or the level they are below; null where neither. */
  below: string | null
  /** Nothing can be booked; `says` has why. */
  shut: 'there' | 'full' | 'overlaps' | null
}

export function classForPersonWords(one: ClassForPerson, formats: Formats): ClassForPersonWords {
  const { occurrence, dropInMinor, choice, below, lacks } = one
  const { timeZone, locale, currency } = formats
  const { title, localStart, endsAt, coachName, roomName } = occurrence
  const free = freeAtDesk(occurrence)
  const { shut, why } = shutFor(one, formats)
  return {
    id: occurrence.id,
    title,
    at: clockTime(localStart, locale),
    until: clockTimeAt(endsAt, timeZone, locale),
    where: `${coachName}, ${roomName}. ${free > 0 ? `${count(free, 'place')} free` : 'Full'}`,
    says: why ?? paysSays(choice, formats),
    paid: shut === null && choice.pays !== null,
    dropIn: shut === null && dropInMinor !== null ? money(dropInMinor, currency, locale) : null,
    below: lacks ?? (below ? (occurrence.minimumLevel?.name ?? '') : null),
    shut,
  }
}

function shutFor(
  { occurrence, mine, meanwhile }: ClassForPerson,
  formats: Formats,
): Pick<ClassForPersonWords, 'shut'> & { why: string | null } {
  if (mine === 'waitlisted') return { shut: null, why: null }
  if (mine) return { shut: 'there', why: 'Already booked' }
  if (meanwhile) return { shut: 'overlaps', why: walkInRefusal(overlapping(meanwhile), formats) }
  if (isFullAtDesk(occurrence))
    return {
      shut: 'full',
      why: walkInRefusal(
        { reason: 'class_full', facts: { capacity: occurrence.capacity + occurrence.walkIns } },
        formats,
      ),
    }
  return { shut: null, why: null }
}

const overlapping = ({ title, localStart }: NonNullable<ClassForPerson['meanwhile']>) =>
  ({ reason: 'overlaps', facts: { bookingId: '', title, localStart } }) as const

function paysSays(choice: ClassForPerson['choice'], formats: Formats): string {
  const { pays } = choice
  if (!pays) return walkInRefusal(choice.why, formats)
  return pays.kind === 'lot' ? `Pays: ${pays.name}, ${pays.left} left` : `Pays: ${pays.name}`
}
