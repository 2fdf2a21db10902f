/** What is said of a wish: what became of it, and why a class did not become part of it. */

import type { Refused } from '#app/domain/places/refusals.ts'
import { count, dayTime } from '#app/values/wording.ts'
import { refusalWords, type Telling } from '../availability/refusal-words.ts'

/**
 * Why a class did not become part of a wish; `has_places`: it can simply be booked; `elsewhere`: it
 * is part of another.
 */
export type NotWished = { reason: 'has_places' } | { reason: 'elsewhere' } | Refused

/** One sentence a reason. */
export function notWishedSentence(why: NotWished, telling: Telling): string {
  if (why.reason === 'has_places') return 'It has a free place: book it.'
  if (why.reason === 'elsewhere') return 'It is part of another wish of yours.'
  return refusalWords(why, telling).sentence
}

/** What joining did, for the message after it. */
export function wishJoinedSentence(
  joined: readonly unknown[],
  failed: readonly { title: string; localStart: string; why: NotWished }[],
  telling: Telling,
): string {
  const main =
    joined.length > 1
      ? `You wait for any of ${joined.length} classes. ` +
        'The first that opens is yours, and you leave the other lists.'
      : `You are on ${count(joined.length, 'waitlist')}.`
  const not = failed.map(
    ({ title, localStart, why }) =>
      `${title}, ${dayTime(localStart, telling.locale)}, is not among them. ` +
      `${notWishedSentence(why, telling)}`,
  )
  return [main, ...not].join(' ')
}
