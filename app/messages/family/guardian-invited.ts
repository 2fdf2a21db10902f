import { paths } from '#app/paths.ts'
import { nameInLetter } from '#app/values/text/greeting.ts'
import { joinNames } from '#app/values/text/join-names.ts'
import type { Letter } from '../letter.ts'
import { composeLetter } from '../letter-html.ts'

/** Asks somebody to look after children together with who looks after them now. */
export function guardianInvited({
  studio,
  origin,
  askedBy,
  email,
  children,
  days,
}: {
  studio: { name: string; slug: string }
  origin: string
  /** The guardian who asks; empty is the studio. */
  askedBy: string
  /** The address that is asked. */
  email: string
  /** What the children are called. */
  children: readonly string[]
  days: number
}): Letter {
  const who = askedBy ? nameInLetter(askedBy) : studio.name
  const whom = joinNames(children.map(nameInLetter))
  return composeLetter({
    subject: `Look after ${whom} at ${studio.name}?`,
    paragraphs: [
      `${who} asks you to be a guardian of ${whom} at ${studio.name}. You could then book and ` +
        'cancel classes, sign documents, and get our messages about them.',
      `Sign in with ${email} to accept, or open an account with it first. The invitation works for ` +
        `this address only, for ${days} days.`,
    ],
    action: { label: 'Answer the invitation', href: `${origin}${paths.portalFamily(studio)}` },
    foot: [
      `You’re getting this because ${who} gave us your address. If you’re not interested, you can ` +
        'ignore this email.',
    ],
  })
}
