import { greeting } from '#app/values/text/greeting.ts'
import { dayMonthYear } from '#app/values/wording.ts'
import type { LocalDate } from '#app/values/zone.ts'
import type { Letter } from './letter.ts'
import { composeLetter } from './letter-html.ts'

type Ends = {
  studio: { name: string; locale: string }
  origin: string
  /** What they are called. */
  name: string
  /** What it is: `First aid`. */
  kind: string
  endsOn: LocalDate
  /** An own path of the site. */
  path: string
}

const says = ({ kind, endsOn, studio }: Ends) =>
  `Your ${kind} is good until ${dayMonthYear(endsOn, studio.locale)}`

/** Tells somebody who works here that something they hold ends soon. */
export const qualificationEnds = (ends: Ends): Letter =>
  composeLetter({
    subject: says(ends),
    paragraphs: [
      greeting(ends.name),
      `${says(ends)}. Send the new one to ${ends.studio.name} in time, so that you can go on teaching.`,
    ],
    action: { label: 'See your qualifications', href: `${ends.origin}${ends.path}` },
    foot: [`${ends.studio.name} sends this because you work here.`],
  })

export const qualificationEndsNotice = (ends: Ends): string =>
  `${says(ends)}. Send the studio the new one in time.`
