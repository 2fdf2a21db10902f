import { paths } from '#app/paths.ts'
import type { Instant } from '#app/values/instant.ts'
import { deadline } from '#app/values/wording.ts'
import { type BookingMessage, bookingLetter, classNamed } from './booking-letter.ts'
import type { Letter } from './letter.ts'

export type PlaceOffer = BookingMessage & {
  bookingId: string
  /** The offer stands until then. */
  until: Instant
  /** `included`, `1 credit`: what taking it costs. */
  cost: string
}

const untilWords = ({ until, studio }: PlaceOffer) =>
  deadline(until, studio.timeZone, studio.locale)

/** Told once when an open place is offered to somebody on the waitlist. */
export function placeOffered(message: PlaceOffer): Letter {
  const { studio, bookingId, cost } = message
  return bookingLetter(message, {
    subject: `A place is offered to you: ${classNamed(message)}`,
    opening: `A place opened. It is kept for you until ${untilWords(message)}.`,
    more: [
      `It costs ${cost === 'included' ? 'nothing more: it is included in what you have' : cost}.`,
      'If you decline, or don’t answer in time, you’re not charged and we offer it to the next person on the waitlist.',
    ],
    action: { label: 'Take or decline this place', path: paths.placeOffer(studio, bookingId) },
  })
}

/** The same as a line in the shell. */
export const placeOfferedNotice = (message: PlaceOffer): string =>
  `A place opened in ${classNamed(message)}. It is offered to you until ${untilWords(message)}.`
