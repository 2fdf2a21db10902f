import { paths } from '#app/paths.ts'
import { greeting } from '#app/values/text/greeting.ts'
import { type BookingMessage, classNamed } from './booking-letter.ts'
import type { Letter } from './letter.ts'
import { composeLetter } from './letter-html.ts'

export type WishMessage = Pick<BookingMessage, 'studio' | 'origin' | 'name'> & {
  classes: { title: string; localStart: string }[]
}

/** Told once when someone waits for any of several classes. */
export function wishJoined({ studio, origin, name, classes }: WishMessage): Letter {
  return composeLetter({
    subject: `You’re waiting for any of ${classes.length} classes`,
    paragraphs: [
      greeting(name),
      'You’re on the waitlist of each of these classes. You get the first that opens, and ' +
        'leave the others. Waiting is free.',
      {
        facts: classes.map(({ title, localStart }, i) => [
          `${i + 1}`,
          classNamed({ title, localStart, studio }),
        ]),
      },
    ],
    action: { label: 'See your bookings', href: `${origin}${paths.portal(studio)}` },
    foot: [`${studio.name} sends this because you’re waiting for a place.`],
  })
}
