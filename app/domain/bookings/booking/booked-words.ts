import { type CancellationTerms, isFree } from '#app/domain/places/cancellation-terms.ts'
import { cancellationSentence, freeUntilWords } from '#app/domain/places/cancellation-words.ts'
import type { Formats, PlainFormats } from '#app/values/formats.ts'
import { count, money, ordinal, weekdayTime } from '#app/values/wording.ts'
import type { LocalDateTime } from '#app/values/zone.ts'

/**
 * What an earlier late cancellation of this very class cost, for someone who books it again: `You
 * cancelled this class late and lost 1 credit and £5.00.` Null where it cost nothing.
 */
export function lostBeforeWords(
  { credits, feeMinor }: { credits: number; feeMinor: number },
  { currency, locale }: Pick<PlainFormats, 'currency' | 'locale'>,
): string | null {
  const lost = [
    credits > 0 ? count(credits, 'credit') : null,
    feeMinor > 0 ? money(feeMinor, currency, locale) : null,
  ].filter(Boolean)
  if (lost.length === 0) return null
  return (
    `You cancelled this class late and lost ${lost.join(' and ')}. Booking again costs extra. ` +
    'Ask the studio if you think that’s wrong.'
  )
}

type Booked = {
  title: string
  localStart: LocalDateTime
  terms: CancellationTerms
}

/**
 * The message after a booking: `Booked. Aerial hoop 1, Saturday 10:00. Free to cancel until Fri
 * 22:00.`
 */
export function bookedSentence(
  { title, localStart, terms }: Booked,
  position: number | null,
  formats: Formats,
): string {
  const when = `${title}, ${weekdayTime(localStart, formats.locale)}.`
  if (position !== null)
    return `You are ${ordinal(position)} on the waitlist. ${when} Free while you wait.`
  const near = { near: formats.today }
  return isFree(terms)
    ? `Booked. ${when} ${freeUntilWords(terms, near, formats)}.`
    : `Booked. ${when} ${cancellationSentence(terms, near, formats)}`
}
