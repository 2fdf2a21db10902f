/** What giving up an appointment does, as a dated list and one sentence. Pure. */

import type { Cancellation } from '#app/domain/bookings/cancelling/cancellation.ts'
import type { CancellationTerms } from '#app/domain/places/cancellation-terms.ts'
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
  const effects = [{ when: 'Now', what: 'The time is free for somebody else.' }]
  if (credit === 'returned')
    effects.push({ when: 'Now', what: `1 credit goes back to your ${lotName}.` })
  if (credit === 'stays_used')
    effects.push({ when: 'Now', what: `The credit of your ${lotName} stays used.` })
  if (backMinor > 0)
    effects.push({ when: 'Now', what: `${sum(backMinor)} goes back to your account.` })
  else if (priceMinor > 0 && kind === 'late')
    effects.push({ when: 'Now', what: `The price of ${sum(priceMinor)} stays.` })
  if (feeMinor > 0) {
    effects.push({
      when: at(feeDueAt),
      what: `A fee of ${sum(feeMinor)} is due unless the studio waives it.`,
    })
  }
  const sentence =
    kind === 'late'
      ? `It was free until ${at(terms.freeUntil)}. Now it counts as a late cancel.`
      : `Free until ${at(terms.freeUntil)}.`
  return { effects, sentence, late: kind === 'late' }
}
