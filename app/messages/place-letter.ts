/**
 * What every letter about a place has in common: what it is, when, where and with whom, and who
 * writes.
 */
import { pathFor } from '#app/paths/path-for.ts'
import { paths } from '#app/paths.ts'
import { greeting } from '#app/values/text/greeting.ts'
import { dayLongTime, zoneName } from '#app/values/wording.ts'
import type { LocalDateTime } from '#app/values/zone.ts'
import type { Letter } from './letter.ts'
import { composeLetter } from './letter-html.ts'

export type LetterStudio = {
  name: string
  slug: string
  timeZone: string
  locale: string
  currency: string
}

/** Whom a letter is to, and what it is about. */
export type PlaceMessage = {
  studio: LetterStudio
  /** Public origin: a mail's links are absolute. */
  origin: string
  /** What the reader is called. */
  name: string
  /**
   * The child it is about, where the reader is a guardian; of several, their names without an id.
   */
  child?: { id: string; name: string }
  title: string
  localStart: LocalDateTime
  coachName: string
  roomName: string
  /** Of who comes: its page is named, with address and hours. */
  locationId?: string
}

/** What happened and what follows from it. `path` is an own path of the site. */
export type LetterBody = {
  subject: string
  opening: string
  more?: string[] | undefined
  action?: { label: string; path: string } | undefined
}

/** `Thursday 15 October, 18:30 UK time`: mail is read anywhere, so it says the zone. */
export function startInWords({
  localStart,
  studio,
}: Pick<PlaceMessage, 'localStart' | 'studio'>): string {
  const { locale, timeZone } = studio
  return `${dayLongTime(localStart, locale)} ${zoneName(timeZone, locale, localStart)}`
}

/**
 * What happened, what it is about, then what follows. `called` names the title's and the start's
 * line; `because` says why we write.
 */
export function placeLetter(
  message: PlaceMessage,
  { subject, opening, more = [], action }: LetterBody,
  { called, when = 'When', because }: { called: string; when?: string; because: string },
): Letter {
  const { studio, origin, name, child, title, coachName, roomName, locationId } = message
  return composeLetter({
    subject: child ? `${subject} (${child.name})` : subject,
    paragraphs: [
      greeting(name),
      ...(child ? [`This is about ${child.name}.`] : []),
      opening,
      {
        facts: [
          [called, title],
          [when, startInWords(message)],
          ['Where', `${roomName}, with ${coachName}`],
        ],
      },
      ...more,
      ...(locationId ? [`How to get there: ${origin}${paths.location(studio, locationId)}`] : []),
    ],
    ...(action
      ? {
          action: {
            label: action.label,
            href: `${origin}${child?.id ? pathFor(action.path, child.id) : action.path}`,
          },
        }
      : {}),
    foot: [`${studio.name} sends this because ${because}.`],
  })
}
