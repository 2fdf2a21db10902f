/** Letters of an eighteenth birthday: to the person, and to those who looked after them. */
import { pathFor } from '#app/paths/path-for.ts'
import { paths } from '#app/paths.ts'
import { greeting, nameInLetter } from '#app/values/text/greeting.ts'
import type { Letter } from '../letter.ts'
import { composeLetter } from '../letter-html.ts'

type OfAge = {
  studio: { name: string; slug: string }
  origin: string
  /** What the reader is called. */
  name: string
}

/** Invites them to an account of their own, or tells them what is theirs to decide now. */
export function ofAgeLetter({
  studio,
  origin,
  name,
  personId,
  hasAccount,
}: OfAge & { personId: string; hasAccount: boolean }): Letter {
  const decide = paths.portalConsents(studio)
  // A browser that a parent shares may have somebody else chosen.
  const path = hasAccount ? pathFor(decide, personId) : paths.join(studio, { next: decide })
  return composeLetter({
    subject: `You’re 18: your place at ${studio.name} is yours`,
    paragraphs: [
      greeting(name),
      `Now you book, cancel and sign for yourself at ${studio.name}. Your parent or guardian can’t ` +
        'do it for you any more. Your bookings, credits and levels stay.',
      ...(hasAccount
        ? []
        : [
            'Open an account with this email address. What the studio has on you is in it from the ' +
              'first moment.',
          ]),
      'What they allowed for you has ended, and what they signed no longer counts. Say for ' +
        'yourself whether the studio may publish photos of you and send you news, and sign the ' +
        'documents again before your next booking.',
    ],
    action: {
      label: hasAccount ? 'Decide for yourself' : 'Open your account',
      href: origin + path,
    },
    foot: [`${studio.name} sends this because you turned 18.`],
  })
}

/** Tells a guardian that they act for somebody no more. */
export function ofAgeGuardianLetter({
  studio,
  origin,
  name,
  child,
  reached,
}: OfAge & {
  /** What the person is called. */
  child: string
  /** The person was written to: they have an address of their own. */
  reached: boolean
}): Letter {
  const called = nameInLetter(child)
  return composeLetter({
    subject: `${called} is 18 and books for themselves now`,
    paragraphs: [
      greeting(name),
      `${called} now books, cancels and signs for themselves at ${studio.name}. You can’t do ` +
        'it for them any more. What you booked for them stays booked.',
      reached
        ? `We wrote to ${called} about an account of their own. What you allowed and signed for ` +
          'them has ended.'
        : `We have no email address of ${called}. Ask them to give us one at the desk, so that they ` +
          'get an account of their own. What you allowed and signed for them has ended.',
      'A pack you share with your family still pays for them. You can stop sharing it.',
    ],
    action: { label: 'See your family', href: `${origin}${paths.portalFamily(studio)}` },
    foot: [`${studio.name} sends this because you looked after ${called} there.`],
  })
}
