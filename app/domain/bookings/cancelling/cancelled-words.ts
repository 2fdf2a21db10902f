import { makeUpSentences } from '#app/messages/booking-cancelled.ts'
import type { PlainFormats } from '#app/values/formats.ts'
import { deadline, money, weekdayTime } from '#app/values/wording.ts'
import type { LocalDateTime } from '#app/values/zone.ts'
import type { Cancellation } from './cancellation.ts'

type Cancelled = {
  booking: { title: string; localStart: LocalDateTime; lotName: string | null }
  outcome: Cancellation['leadsTo']
  /** Null when it had been given up before: only the outcome is known. */
  cancellation: Cancellation | null
}

/** The message after a cancel: what it was and what it did to the credit. */
export function cancelledSentence(
  { booking, outcome, cancellation }: Cancelled,
  { timeZone, locale, currency }: PlainFormats,
): string {
  const { title, localStart, lotName } = booking
  const when = `${title}, ${weekdayTime(localStart, locale)}.`
  const verb = {
    cancelled_on_time: 'Cancelled in time.',
    late_cancelled: 'Cancelled late.',
    declined: 'Declined.',
    left: 'You left the waitlist.',
  }
  const parts = [verb[outcome], when]
  if (cancellation?.credit === 'returned') parts.push(`1 credit is back in your ${lotName}.`)
  if (cancellation?.credit === 'stays_used') parts.push('You lost the credit.')
  if (cancellation?.makeUp) parts.push(makeUpSentences[cancellation.makeUp])
  if (cancellation && cancellation.feeMinor > 0) {
    const due = deadline(cancellation.feeDueAt, timeZone, locale)
    parts.push(
      `A fee of ${money(cancellation.feeMinor, currency, locale)} is due ${due} unless the ` +
        'studio waives it.',
    )
  }
  return parts.join(' ')
}
