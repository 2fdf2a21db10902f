/** What giving up an appointment does, as a dated list and one sentence. Pure. */

import type { Cancellation } from '#app/domain/bookings/cancelling/cancellation.ts'
import { moneyWords } from '#app/domain/bookings/cancelling/giving-up-words.ts'
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
  /** What was charged and not given back, what of that is paid, and what goes back of it. */
  chargedMinor: number
  paidMinor: number
  backMinor: number
  terms: CancellationTerms
  lotName: string | null
}

/** With `asked` it is a move that the studio has to confirm, and takes effect only then. */
export function leavingWords(
  leaving: LeavingFacts,
  { timeZone, locale, currency }: PlainFormats,
  { asked = false }: { asked?: boolean } = {},
) {
  const { kind, credit, feeMinor, feeDueAt, backMinor, terms, lotName } = leaving
  const sum = (minor: number) => money(minor, currency, locale)
  const at = (instant: Instant) => deadline(instant, timeZone, locale)
  const free = freeUntilWords(terms, 'letter', { timeZone, locale }, 'cancel or move')
  const now = asked ? 'Once we confirm' : 'Now'
  const effects = [{ when: now, what: 'The time is free for someone else.' }]
  if (credit === 'returned')
    effects.push({ when: now, what: `1 credit is back in your ${lotName}.` })
  if (credit === 'stays_used')
    effects.push({ when: now, what: `You lose the credit from your ${lotName}.` })
  for (const what of moneyWords(kind, backMinor, leaving, { timeZone, locale, currency }))
    effects.push({ when: now, what })
  if (feeMinor > 0) {
    effects.push({
      when: asked ? 'A day later' : at(feeDueAt),
      what: `A fee of ${sum(feeMinor)} is due unless the studio waives it.`,
    })
  }
  const stays = asked ? ' It stays as it is until we confirm the new time.' : ''
  const sentence = `${free}.${kind === 'late' ? ' Cancelling now counts as late.' : ''}${stays}`
  return { effects, sentence, late: kind === 'late' }
}
