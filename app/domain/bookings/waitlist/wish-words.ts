/** What is said of a wish: what became of it, and why a class did not become part of it. */

import type { Refused } from '#app/domain/places/refusals.ts'
import type { Formats } from '#app/values/formats.ts'
import { count, dayTime } from '#app/values/wording.ts'
import { refusalWords } from '../availability/refusal-words.ts'

/**
 * Why a class did not become part of a wish; `has_places`: it can simply be booked; `elsewhere`: it
 * is part of another.
 */
export type NotWished = { reason: 'has_places' } | { reason: 'elsewhere' } | Refused

/** One sentence a reason. */
export function notWishedSentence(why: NotWished, formats: Formats): string {
  if (why.reason === 'has_places') return 'It has places: book it.'
  if (why.reason === 'elsewhere') return 'You’re already waiting for it in another list.'
  return refusalWords(why, formats).sentence
}

/** What joining did, for the message after it. */
export function wishJoinedSentence(
  joined: readonly unknown[],
  failed: readonly { title: string; localStart: string; why: NotWished }[],
  formats: Formats,
): string {
  const main =
    joined.length > 1
      ? `You’re waiting for any of ${joined.length} classes. You get the first that opens, ` +
        'and leave the other lists.'
      : `You are on ${count(joined.length, 'waitlist')}.`
  const not = failed.map(
    ({ title, localStart, why }) =>
      `${title}, ${dayTime(localStart, formats.locale)}, was left out. ` +
      `${notWishedSentence(why, formats)}`,
  )
  return [main, ...not].join(' ')
}
