import type { LocalDateTime } from '#app/values/zone.ts'
import type { Letter } from './letter.ts'
import { type LetterBody, type PlaceMessage, placeLetter } from './place-letter.ts'

export type CourseLetter = Omit<PlaceMessage, 'title' | 'localStart'> &
  LetterBody & {
    course: string
    /** The first session, on the studio's wall. */
    firstStart: LocalDateTime
  }

/**
 * A letter about a course: what it is about, then its name, first session and place, then what
 * follows from it.
 */
export function courseLetter({ course, firstStart, ...letter }: CourseLetter): Letter {
  return placeLetter({ ...letter, title: course, localStart: firstStart }, letter, {
    called: 'Course',
    when: 'First session',
    because: 'you have a place or are waiting in this course',
  })
}
