import { type CancellationTerms, isFree } from '#app/domain/places/cancellation-terms.ts'
import { freeUntilWords } from '#app/domain/places/cancellation-words.ts'
import type { PlainFormats } from '#app/values/formats.ts'
import { ordinal, weekdayTime } from '#app/values/wording.ts'
import type { LocalDateTime } from '#app/values/zone.ts'

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
