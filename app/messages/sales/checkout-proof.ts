import { paths } from '#app/paths.ts'
import { greeting } from '#app/values/text/greeting.ts'
import { count } from '#app/values/wording.ts'
import type { Letter } from '../letter.ts'
import { composeLetter } from '../letter-html.ts'

/** The link by which somebody without an account books what they chose, to pay at the desk. */
export function checkoutProof({
  studio,
  origin,
  name,
  token,
  minutes,
  what,
  when,
}: {
  studio: { name: string; slug: string }
  origin: string
  name: string
  token: string
  minutes: number
  /** What they chose, and the class's day and time; null without a class. */
  what: string
  when: string | null
}): Letter {
  return composeLetter({
    subject: `One more press: ${what} at ${studio.name}`,
    paragraphs: [
      `${greeting(name)} you chose ${what}${when ? `, ${when}` : ''}, to pay at the desk. Press the button and it is yours.`,
      `The link works for ${count(minutes / 60, 'hour')}. Until then no place is kept for you.`,
    ],
    action: {
      label: when ? 'Book my place' : 'Confirm',
      href: `${origin}${paths.checkoutProof(studio, token)}`,
    },
    foot: [
      `You’re getting this because your address was typed at ${studio.name}. If it wasn’t you, do nothing and nothing is booked.`,
    ],
  })
}
