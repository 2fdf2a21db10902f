/** What giving up an appointment does, as a dated list and one sentence. Pure. */

import type { Cancellation } from '#app/domain/bookings/cancelling/cancellation.ts'
import type { CancellationTerms } from '#app/domain/places/cancellation-terms.ts'
import { freeUntilWords } from '#app/domain/places/cancellation-words.ts'
import type { PlainFormats } from '#app/values/formats.ts'
import type { Instant } from '#app/values/instant.ts'
import { deadline, money } from '#app/values/wording.ts'

export type LeavingFacts = {
  kind: Cancellation['kind']
  credit: Cancellation['credit']
  feeMinor: number
  feeDueAt: Instant
  /** What goes back of `priceMinor`; the rest stays owed. */
  backMinor: number
  priceMinor: number
  terms: CancellationTerms
  lotName: string | null
}

export function leavingWords(leaving: LeavingFacts, { timeZone, locale, currency }: PlainFormats) {
  const { kind, credit, feeMinor, feeDueAt, backMinor, priceMinor, terms, lotName } = leaving
  const sum = (minor: number) => money(minor, currency, locale)
  const at = (instant: Instant) => deadline(instant, timeZone, locale)
  const free = freeUntilWords(terms, 'letter', { timeZone, locale }, 'cancel or move')
  const effects = [{ when: 'Now', what: 'The time is free for someone else.' }]
  if (credit === 'returned')
    effects.push({ when: 'Now', what: `1 credit is back in your ${lotName}.` })
  if (credit === 'stays_used')
    effects.push({ when: 'Now', what: `You lose the credit from your ${lotName}.` })
  if (backMinor > 0)
    effects.push({ when: 'Now', what: `${sum(backMinor)} is refunded to your account.` })
  else if (priceMinor > 0 && kind === 'late')
    effects.push({ when: 'Now', what: `You still pay ${sum(priceMinor)}.` })
  if (feeMinor > 0) {
    effects.push({
      when: at(feeDueAt),
      what: `A fee of ${sum(feeMinor)} is due unless the studio waives it.`,
    })
  }
  const sentence = kind === 'late' ? `${free}. Cancelling now counts as late.` : `${free}.`
  return { effects, sentence, late: kind === 'late' }
}
