/** What every letter about an event and its tickets has in common. */

import { greeting } from '#app/values/text/greeting.ts'
import { dayLongTime, zoneName } from '#app/values/wording.ts'
import type { LocalDateTime } from '#app/values/zone.ts'
import type { Letter } from './letter.ts'
import { composeLetter } from './letter-html.ts'

export type EventLetter = {
  studio: { name: string; timeZone: string; locale: string }
  origin: string
  /** What the reader is called. */
  name: string
  event: {
    name: string
    localStart: LocalDateTime
    roomName: string
    location: string
    notes: string
  }
  subject: string
  opening: string
  /** `2 × Adult, 1 × Child`; left out where it is about none. */
  tickets?: string
  more?: string[]
  /** `path` is an own path of the site. */
  action?: { label: string; path: string }
}

/** A letter about an event: what it is about, then when and where, then what follows from it. */
export function eventLetter(letter: EventLetter): Letter {
  const { studio, origin, name, event, subject, opening, tickets, more = [], action } = letter
  const { locale, timeZone } = studio
  const { localStart } = event
  return composeLetter({
    subject,
    paragraphs: [
      greeting(name),
      opening,
      {
        facts: [
          ['Event', event.name],
          ['When', `${dayLongTime(localStart, locale)} ${zoneName(timeZone, locale, localStart)}`],
          ['Where', `${event.roomName}, ${event.location}`],
          ...(tickets ? [['Tickets', tickets] as const] : []),
        ],
      },
      ...more,
      ...(event.notes ? [event.notes] : []),
    ],
    ...(action ? { action: { label: action.label, href: `${origin}${action.path}` } } : {}),
    foot: [`${studio.name} sends this because there are tickets in your name.`],
  })
}
