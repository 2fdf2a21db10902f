import { paths } from '#app/paths.ts'
import { greeting } from '#app/values/text/greeting.ts'
import { dayLongTime, dayTime, zoneName } from '#app/values/wording.ts'
import type { LocalDateTime } from '#app/values/zone.ts'
import type { Letter } from './letter.ts'
import { composeLetter } from './letter-html.ts'

/** One class of the person, as it was and as it is. */
export type ChangedClass = {
  was: LocalDateTime
  localStart: LocalDateTime
  coachName: string
  roomName: string
  /** Why it can be cancelled free until it starts; left out where the usual limit holds. */
  free?: FreeAfterMove | null
}

/**
 * The new time is past the limit of a free cancel, or at the time of another class the person holds
 * (`meets`, its name).
 */
export type FreeAfterMove = { meets: string | null }

/** `It’s at the same time as Yin yoga, which you’ve also booked. You can cancel it free until it starts.` */
export const freeAfterMoveWords = ({ meets }: FreeAfterMove): string =>
  (meets ? `It’s at the same time as ${meets}, which you’ve also booked. ` : '') +
  'You can cancel it free until it starts.'

export type ClassesChanged = {
  studio: { name: string; slug: string; timeZone: string; locale: string }
  origin: string
  name: string
  /** The child whose classes they are, where the reader is a guardian; of several, their names. */
  child?: { id: string; name: string }
  title: string
  /** In the order of time; never empty. */
  classes: readonly (ChangedClass & {
    /** Whose class it is, where the letter is about several children. */
    whose?: string
  })[]
}

/**
 * Told once a change to each person who has a place or waits in a class whose time, room or coach
 * changed.
 */
export function classesChanged(message: ClassesChanged): Letter {
  const { studio, origin, name, child, title, classes } = message
  const { locale, timeZone } = studio
  const at = (local: LocalDateTime) => dayLongTime(local, locale)
  return composeLetter({
    subject:
      new Set(classes.map(({ was }) => was)).size === 1
        ? `Changed: ${title}, ${dayTime(classes[0]!.was, locale)}`
        : `Changed: ${new Set(classes.map(({ was }) => was)).size} classes of ${title}`,
    paragraphs: [
      greeting(name),
      ...(child ? [`This is about ${child.name}.`] : []),
      `${studio.name} has changed ` +
        `${classes.length === 1 ? 'a class you are in' : 'classes you are in'}. ` +
        `Your place stays. Times are ${zoneName(timeZone, locale, classes[0]!.localStart)}.`,
      {
        facts: classes.map(
          ({ was, localStart, coachName, roomName, free, whose }): [string, string] => [
            whose ? `${whose}, ${at(was)}` : at(was),
            `${was === localStart ? 'the same time' : `now ${at(localStart)}`}, ${roomName}, ` +
              `with ${coachName}${free ? `. ${freeAfterMoveWords(free)}` : ''}`,
          ],
        ),
      },
    ],
    action: { label: 'See your bookings', href: `${origin}${paths.portal(studio)}` },
    foot: [
      `${studio.name} sends this because you have a place or are waiting in ` +
        `${classes.length === 1 ? 'this class' : 'these classes'}.`,
    ],
  })
}

/** The same as a line in the shell. */
export function classesChangedNotice({ studio, title, classes }: ClassesChanged): string {
  const [first] = classes
  if (!first) return title
  const { locale } = studio
  const more = classes.length > 1 ? ` and ${classes.length - 1} more` : ''
  return (
    `${title}, ${dayTime(first.was, locale)}${more} changed: ` +
    `${dayTime(first.localStart, locale)}, ${first.roomName}, with ${first.coachName}. ` +
    `Your place stays.${first.free ? ` ${freeAfterMoveWords(first.free)}` : ''}`
  )
}
