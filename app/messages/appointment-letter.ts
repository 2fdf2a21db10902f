/** What every letter about an appointment has in common. */
import { clockTime, dayLong, zoneName } from '#app/values/wording.ts'
import type { LocalDateTime } from '#app/values/zone.ts'
import type { Letter } from './letter.ts'
import { composeLetter } from './letter-html.ts'

export type AppointmentLetter = {
  studio: { name: string; slug: string; timeZone: string; locale: string; currency: string }
  origin: string
  /** What the person is called. */
  name: string
  title: string
  localStart: LocalDateTime
  coachName: string
  roomName: string
  subject: string
  opening: string
  more?: string[]
  /** `path` is an own path of the site. */
  action: { label: string; path: string }
}

/** A letter about an appointment: what happened, what it is, when and with whom, then what follows from it. */
export function appointmentLetter(letter: AppointmentLetter): Letter {
  const { studio, origin, name, title, localStart, coachName, roomName, subject, opening, more = [], action } = letter
  const { locale, timeZone } = studio
  return composeLetter({
    subject,
    paragraphs: [
      `Hello ${name},`,
      opening,
      {
        facts: [
          ['Appointment', title],
          [
            'When',
            `${dayLong(localStart.slice(0, 10), locale)}, ${clockTime(localStart, locale)} ${zoneName(timeZone, locale)}`,
          ],
          ['Where', `${roomName}, with ${coachName}`],
        ],
      },
      ...more,
    ],
    action: { label: action.label, href: `${origin}${action.path}` },
    foot: [`${studio.name} sends this because you have an appointment here.`],
  })
}
