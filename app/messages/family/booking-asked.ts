import { paths } from '#app/paths.ts'
import { nameInLetter } from '#app/values/text/greeting.ts'
import type { Letter } from '../letter.ts'
import { composeLetter } from '../letter-html.ts'

/** Asks an adult whether another may book for them. */
export function bookingAsked({
  studio,
  origin,
  askedBy,
  email,
  days,
}: {
  studio: { name: string; slug: string }
  origin: string
  /** Who would book. */
  askedBy: string
  /** The address that is asked. */
  email: string
  days: number
}): Letter {
  const who = nameInLetter(askedBy)
  return composeLetter({
    subject: `May ${who} book for you at ${studio.name}?`,
    paragraphs: [
      `${who} would like to book and cancel classes, courses and events for you at ${studio.name}. ` +
        'Nothing happens until you agree. You read first what it means, and can end it at any time.',
      `Sign in with ${email} to answer, or open an account with it first. This works for this ` +
        `address only, for ${days} days.`,
    ],
    action: { label: 'Read and answer', href: `${origin}${paths.portalFamily(studio)}` },
    foot: [
      `You’re getting this because ${who} gave us your address. If you don’t want it, you can ` +
        'ignore this email.',
    ],
  })
}
