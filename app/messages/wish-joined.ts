import { paths } from '#app/paths.ts'
import { type BookingMessage, classNamed } from './booking-letter.ts'
import type { Letter } from './letter.ts'
import { composeLetter } from './letter-html.ts'

export type WishMessage = Pick<BookingMessage, 'studio' | 'origin' | 'name'> & {
  classes: { title: string; localStart: string }[]
}

/** Told once when somebody waits for any of several classes. */
export function wishJoined({ studio, origin, name, classes }: WishMessage): Letter {
  return composeLetter({
    subject: `You wait for any of ${classes.length} classes`,
    paragraphs: [
      `Hello ${name},`,
      'You are on the waitlist of each of these classes. The first that opens is yours, and ' +
        'you leave the others. Nothing is charged while you wait.',
      {
        facts: classes.map(({ title, localStart }, i) => [
          `${i + 1}`,
          classNamed({ title, localStart, studio }),
        ]),
      },
    ],
    action: { label: 'See your bookings', href: `${origin}${paths.portal(studio)}` },
    foot: [`${studio.name} sends this because you wait for a place.`],
  })
}
