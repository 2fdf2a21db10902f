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
          `These studios hold an account for ${email}. Sign in once and go to any of them.`,
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
          `There is an account for ${email}, and no studio holds a membership for it yet. ` +
            'Find your studio and join it with the same address.',
        ]
  return composeLetter({
    subject: 'Where your membership is',
    paragraphs: held,
    action:
      studios.length > 0
        ? { label: 'Sign in', href: `${origin}${paths.signIn()}` }
        : { label: 'Find your studio', href: `${origin}${paths.landing()}` },
    foot: [
      `Somebody asked for this list at ${origin}. ` +
        'If that was not you, there is nothing to do: nobody else can see it.',
    ],
  })
}
