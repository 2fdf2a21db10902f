import { greeting } from '#app/values/text/greeting.ts'
import { clockTime, dayLong, dayTime, zoneName } from '#app/values/wording.ts'
import type { LocalDateTime } from '#app/values/zone.ts'
import type { Letter } from './letter.ts'
import { composeLetter } from './letter-html.ts'

export type Substitution = {
  studio: { name: string; slug: string; timeZone: string; locale: string }
  origin: string
  /** What the coach is called. */
  name: string
  title: string
  localStart: LocalDateTime
  minutes: number
  roomName: string
  /** Who cannot. */
  regularName: string
  /** An own path of the site. */
  path: string
}

/** `Pole 2, Thu 18:30`. */
const named = ({ title, localStart, studio }: Substitution) =>
  `${title}, ${dayTime(localStart, studio.locale)}`

function letter(about: Substitution, subject: string, opening: string, label: string): Letter {
  const { studio, origin, name, title, localStart, minutes, roomName, path } = about
  const { locale, timeZone } = studio
  const day = dayLong(localStart.slice(0, 10), locale)
  return composeLetter({
    subject,
    paragraphs: [
      greeting(name),
      opening,
      {
        facts: [
          ['Class', title],
          [
            'When',
            `${day}, ${clockTime(localStart, locale)} ${zoneName(timeZone, locale, localStart)}, ` +
              `${minutes} minutes`,
          ],
          ['Where', roomName],
        ],
      },
    ],
    action: { label, href: `${origin}${path}` },
    foot: [`${studio.name} sends this because you teach here.`],
  })
}

/** Tells who decides that a class needs someone; `reason` is what its coach wrote. */
export const substituteAsked = (about: Substitution, reason: string): Letter =>
  letter(
    about,
    `Substitute needed: ${named(about)}`,
    `${about.regularName} can’t teach this ` +
      `class${reason ? `: ${reason.replace(/[.!?]*$/, '.')}` : '.'} ` +
      'Nobody has been asked to cover it yet.',
    'See who could cover it',
  )

export const substituteAskedNotice = (about: Substitution): string =>
  `${about.regularName} needs a substitute for ${named(about)}.`

/** Asks a coach whether they take a class; the first who says yes has it. */
export const substituteWanted = (about: Substitution): Letter =>
  letter(
    about,
    `Can you cover ${named(about)}?`,
    `${about.regularName} can’t teach this class. First to accept gets it.`,
    'See and accept',
  )

export const substituteWantedNotice = (about: Substitution): string =>
  `Can you cover ${named(about)} for ${about.regularName}? First to accept gets it.`

/** Tells the substitute that the class is theirs. */
export const substituteApproved = (about: Substitution): Letter =>
  letter(
    about,
    `Yours: ${named(about)}`,
    `You’re covering this class for ${about.regularName}. We let everyone in it know.`,
    'See the class',
  )

export const substituteApprovedNotice = (about: Substitution): string =>
  `You’re covering ${named(about)} for ${about.regularName}.`

/** Tells the regular coach who takes it. */
export const substituteFoundNotice = (about: Substitution, substitute: string): string =>
  `${substitute} is covering ${named(about)} for you.`

/** Tells who was asked that it is settled without them. */
export const substituteSettledNotice = (about: Substitution): string =>
  `${named(about)} no longer needs a substitute. Thank you.`
