import { greeting } from '#app/values/text/greeting.ts'
import { clockTime, count } from '#app/values/wording.ts'
import type { LocalDateTime } from '#app/values/zone.ts'
import type { Letter } from './letter.ts'
import { composeLetter } from './letter-html.ts'

type Briefing = {
  studio: { name: string; locale: string }
  origin: string
  /** What the coach is called. */
  name: string
  title: string
  localStart: LocalDateTime
  booked: number
  /** `2 first visits`, `1 injury noted`; empty where nobody stands out. */
  counts: readonly string[]
  /** An own path of the site. */
  path: string
}

const says = ({ title, localStart, studio, booked }: Briefing) =>
  `${title} at ${clockTime(localStart, studio.locale)}, ${count(booked, 'person', 'people')} booked`

/** Tells a coach, before a class begins, how many of its people they should know something of. */
export const briefingLetter = (briefing: Briefing): Letter =>
  composeLetter({
    subject: says(briefing),
    paragraphs: [
      greeting(briefing.name),
      `${says(briefing)}: ${briefing.counts.join(', ')}.`,
      'Open the briefing to see who they are. Names are not in this email.',
    ],
    action: { label: 'Open the briefing', href: `${briefing.origin}${briefing.path}` },
    foot: [`${briefing.studio.name} sends this because you teach this class.`],
  })

export const briefingNotice = (briefing: Briefing): string =>
  `${says(briefing)}${briefing.counts.length > 0 ? `: ${briefing.counts.join(', ')}` : ''}.`
