/** What every message about a class has in common: when, where and with whom, and who writes. */
import { clockTime, dayLong, dayTime, deadline, zoneName } from '#app/values/wording.ts'
import type { LocalDateTime } from '#app/values/zone.ts'
import type { Letter } from './letter.ts'
import { composeLetter } from './letter-html.ts'

export type BookingMessage = {
  studio: { name: string; slug: string; timeZone: string; locale: string; currency: string }
  /** Public origin: a mail's links are absolute. */
  origin: string
  /** What the person is called. */
  name: string
  title: string
  localStart: LocalDateTime
  coachName: string
  roomName: string
}

/** `Pole 2, Thu 18:30`: how a subject or a notice names a class. */
export function classNamed({ title, localStart, studio }: Pick<BookingMessage, 'title' | 'localStart' | 'studio'>) {
  return `${title}, ${dayTime(localStart, studio.locale)}`
}

/** `Thursday 15 October, 18:30 UK time`: mail is read anywhere, so it says the zone. */
export function startInWords({ localStart, studio }: Pick<BookingMessage, 'localStart' | 'studio'>): string {
  const { locale, timeZone } = studio
  return `${dayLong(localStart.slice(0, 10), locale)}, ${clockTime(localStart, locale)} ${zoneName(timeZone, locale)}`
}

/** `Sat 24 Oct 23:00`, on the studio's clock. */
export function deadlineInWords(instant: string, { timeZone, locale }: BookingMessage['studio']): string {
  return deadline(instant, timeZone, locale)
}

/** A letter about one class. `path` is an own path of the site. */
export function bookingLetter(
  message: BookingMessage,
  {
    subject,
    opening,
    more = [],
    action,
  }: { subject: string; opening: string; more?: string[]; action?: { label: string; path: string } },
): Letter {
  const { studio, origin, name, title, coachName, roomName } = message
  return composeLetter({
    subject,
    paragraphs: [
      `Hello ${name},`,
      opening,
      {
        facts: [
          ['Class', title],
          ['When', startInWords(message)],
          ['Where', `${roomName}, with ${coachName}`],
        ],
      },
      ...more,
    ],
    ...(action ? { action: { label: action.label, href: `${origin}${action.path}` } } : {}),
    foot: [`${studio.name} sends this because you have a place or a wish in this class.`],
  })
}

/** `1 credit and £5.00`, `£5.00`, or null when it costs nothing. */
export function costInWords(credit: boolean, fee: string | null): string | null {
  return [credit ? '1 credit' : null, fee].filter(Boolean).join(' and ') || null
}
