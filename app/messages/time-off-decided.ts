import { greeting } from '#app/values/text/greeting.ts'
import type { Letter } from './letter.ts'
import { composeLetter } from './letter-html.ts'

export type TimeOffDecided = {
  studio: { name: string }
  origin: string
  /** What they are called. */
  name: string
  /** `Mon 7 Dec to Wed 9 Dec`. */
  when: string
  state: 'approved' | 'declined' | 'withdrawn'
  /** Who decided. */
  by: string
  /** The word that came with it. */
  answer: string
  /** An own path of the site. */
  path: string
}

const verbs = { approved: 'approved', declined: 'declined', withdrawn: 'cancelled' }

const effects = {
  approved:
    'The studio looks for cover for what you teach then, and nothing new can be booked with you.',
  declined: 'Your classes and appointments then stay yours.',
  withdrawn: 'You can be booked and put on classes then again.',
}

const says = ({ when, state }: TimeOffDecided) => `Your time off ${when} is ${verbs[state]}`

/** Tells somebody who works here what was decided about their time off. */
export const timeOffDecided = (decided: TimeOffDecided): Letter => {
  const { studio, origin, name, state, by, answer, path } = decided
  return composeLetter({
    subject: says(decided),
    paragraphs: [
      greeting(name),
      `${says(decided)}, by ${by}. ${effects[state]}`,
      ...(answer ? [`${by} wrote: ${answer}`] : []),
    ],
    action: { label: 'See your work', href: `${origin}${path}` },
    foot: [`${studio.name} sends this because you work here.`],
  })
}

export const timeOffDecidedNotice = (decided: TimeOffDecided): string =>
  `${says(decided)}.${decided.answer ? ` ${decided.answer}` : ''}`
