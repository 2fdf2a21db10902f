import { type CancellationTerms, isFree } from '#app/domain/places/cancellation-terms.ts'
import { freeUntilWords } from '#app/domain/places/cancellation-words.ts'
import type { PlainFormats } from '#app/values/formats.ts'
import { count, money, ordinal, weekdayTime } from '#app/values/wording.ts'
import type { LocalDateTime } from '#app/values/zone.ts'

/**
 * What an earlier late cancel of this very class still costs, for whoever books it again: `You gave
 * up a place in this class late. The 1 credit and £5.00 of then stay; this comes on top.` Null where
 * it cost nothing.
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
    `You gave up a place in this class late. What that cost stays (${lost.join(' and ')}), ` +
    'and a place now comes on top. Ask the studio if it should be given back.'
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
  formats: PlainFormats,
): string {
  const when = `${title}, ${weekdayTime(localStart, formats.locale)}.`
  if (position !== null)
    return `You are ${ordinal(position)} on the waitlist. ${when} Free while you wait.`
  const day = localStart.slice(0, 10)
  return isFree(terms)
    ? `Booked. ${when} ${freeUntilWords(terms, { near: day }, formats)}.`
    : `Booked. ${when} The free limit for a cancel has passed.`
}
