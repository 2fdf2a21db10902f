import { paths } from '#app/paths.ts'
import type { Letter } from './letter.ts'
import { composeLetter } from './letter-html.ts'

/**
 * Tells who opened a studio where it is, and what comes next. `origin` has no trailing slash.
 */
export function studioOpenedLetter({
  name,
  studio,
  origin,
}: {
  name: string
  studio: { slug: string; name: string }
  origin: string
}): Letter {
  return composeLetter({
    subject: `${studio.name} is open`,
    paragraphs: [
      `${name}, people can now see your classes and book them.`,
      {
        facts: [
          ['Your studio', `${origin}${paths.home(studio)}`],
          ['Timetable', `${origin}${paths.timetable(studio)}`],
          ['Prices', `${origin}${paths.prices(studio)}`],
        ],
      },
      'Next: share the link, add your first members, invite your coaches and check your prices. ' +
        'Each is on your board until you tick it off.',
    ],
    action: { label: 'Open your board', href: `${origin}${paths.manageToday(studio)}` },
    foot: [`You’re getting this because you opened ${studio.name} on Cadence.`],
  })
}
