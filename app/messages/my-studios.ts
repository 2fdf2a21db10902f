import { paths } from '#app/paths.ts'
import type { Letter } from './letter.ts'
import { composeLetter } from './letter-html.ts'

/**
 * Answers "Where is my membership?": the studios that hold an account for the address. `origin` has
 * no trailing slash.
 */
export function myStudiosLetter({
  email,
  studios,
  origin,
}: {
  email: string
  studios: readonly { slug: string; name: string; town: string }[]
  origin: string
}): Letter {
  const held =
    studios.length > 0
      ? [
          `You have an account at these studios with ${email}. Sign in once to use any of them.`,
          {
            facts: studios.map(
              (studio) =>
                [
                  [studio.name, studio.town].filter(Boolean).join(', '),
                  `${origin}${paths.portal(studio)}`,
                ] as const,
            ),
          },
        ]
      : [
          `You have an account with ${email}, but you haven’t joined a studio yet. ` +
            'Find your studio and join with the same address.',
        ]
  return composeLetter({
    subject: 'Where your membership is',
    paragraphs: held,
    action:
      studios.length > 0
        ? { label: 'Sign in', href: `${origin}${paths.signIn()}` }
        : { label: 'Find your studio', href: `${origin}${paths.landing()}` },
    foot: [
      `Someone asked for this list at ${origin}. ` +
        'If that wasn’t you, you can ignore this email: nobody else can see the list.',
    ],
  })
}
