import { paths } from '#app/paths.ts'
import { greeting } from '#app/values/text/greeting.ts'
import type { Letter } from '../letter.ts'
import { composeLetter } from '../letter-html.ts'

/** Told when somebody’s membership was frozen, changed, cancelled or kept: what happens, by date. */
export function membershipChanged(message: {
  studio: { name: string; slug: string }
  origin: string
  name: string
  membershipId: string
  /** `Unlimited is frozen` */
  title: string
  /** A day and what happens on it. */
  effects: readonly { day: string; text: string }[]
}): Letter {
  const { studio, origin, name, membershipId, title, effects } = message
  return composeLetter({
    subject: title,
    paragraphs: [
      greeting(name),
      `${title}.`,
      ...(effects.length > 0
        ? [{ facts: effects.map(({ day, text }) => [day, text] as const) }]
        : []),
    ],
    action: {
      label: 'See your membership',
      href: `${origin}${paths.portalMembership(studio, membershipId)}`,
    },
    foot: [`${studio.name} sends this because your membership there changed.`],
  })
}
