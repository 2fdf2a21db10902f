/** What every letter about a course or workshop has in common. */
import { clockTime, dayLong, zoneName } from '#app/values/wording.ts'
import type { LocalDateTime } from '#app/values/zone.ts'
import type { Letter } from './letter.ts'
import { composeLetter } from './letter-html.ts'

export type CourseLetter = {
  studio: { name: string; slug: string; timeZone: string; locale: string; currency: string }
  origin: string
  /** What the person is called. */
  name: string
  course: string
  /** The first session, on the studio's wall. */
  firstStart: LocalDateTime
  coachName: string
  roomName: string
  subject: string
  opening: string
  more?: string[]
  /** `path` is an own path of the site. */
  action?: { label: string; path: string }
}

/** A letter about a course: what it is about, then its name, first session and place, then what follows from it. */
export function courseLetter(letter: CourseLetter): Letter {
  const { studio, origin, name, course, firstStart, coachName, roomName, subject, opening, more = [], action } = letter
  const { locale, timeZone } = studio
  return composeLetter({
    subject,
    paragraphs: [
      `Hello ${name},`,
      opening,
      {
        facts: [
          ['Course', course],
          [
            'First session',
            `${dayLong(firstStart.slice(0, 10), locale)}, ${clockTime(firstStart, locale)} ${zoneName(timeZone, locale)}`,
          ],
          ['Where', `${roomName}, with ${coachName}`],
        ],
      },
      ...more,
    ],
    ...(action ? { action: { label: action.label, href: `${origin}${action.path}` } } : {}),
    foot: [`${studio.name} sends this because you have a place or a wish in this course.`],
  })
}
