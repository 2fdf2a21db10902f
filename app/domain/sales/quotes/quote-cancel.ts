import {
  comingBills,
  type HeldPlan,
  outstandingFreezeLines,
} from '#app/domain/entitlements/membership-terms.ts'
import { addDays, type LocalDate } from '#app/values/zone.ts'
import { type Effect, type Quote, quoteOf } from './quote.ts'
import { frozenWords } from './quote-words.ts'

export type CancelQuote =
  | ({
      ok: true
      lastDay: LocalDate
      /** Why that day: the notice, the minimum term, or what has been paid already. */
      because: 'notice' | 'minimum_term' | 'paid_until'
      held: HeldPlan
    } & Quote)
  | { ok: false; reason: 'ended' | 'cancelled_already' }

/**
 * Cancelling on `today` (SM-MEM `cancel_scheduled`): the last day is `noticeDays` from today, no
 * earlier than the minimum term and than what has been paid for; a last part period is billed by
 * days. What a freeze left to come off and no bill will take becomes account credit on the day after
 * the last one (R9).
 */
export function quoteCancel(held: HeldPlan, today: LocalDate): CancelQuote {
  if (held.endsOn !== null) {
    return { ok: false, reason: held.endsOn < today ? 'ended' : 'cancelled_already' }
  }
  const noticed = addDays(today, held.terms.noticeDays)
  const candidates = [
    { because: 'notice' as const, on: noticed < held.startsOn ? held.startsOn : noticed },
    { because: 'minimum_term' as const, on: held.committedUntil ?? '' },
    { because: 'paid_until' as const, on: held.billed.at(-1)?.until ?? '' },
  ]
  const { because, on: lastDay } = candidates.reduce((latest, one) =>
    one.on > latest.on ? one : latest,
  )
  const after: HeldPlan = {
    ...held,
    endsOn: lastDay,
    freezes: held.freezes.map((freeze) =>
      freeze.until === null || freeze.until > lastDay ? { ...freeze, until: lastDay } : freeze,
    ),
  }
  const effects: Effect[] = [{ on: lastDay, kind: 'last_day' }]
  const bills = comingBills(after, 40)
  for (const bill of bills) {
    effects.push({ on: bill.dueOn, kind: 'renews', amountMinor: bill.totalMinor })
    if (bill.creditMinor > 0) {
      effects.push({
        on: bill.dueOn,
        kind: 'credit',
        amountMinor: bill.creditMinor,
        working: 'Frozen days',
      })
    }
  }
  if (bills.length === 0) {
    for (const line of outstandingFreezeLines(after)) {
      effects.push({
        on: addDays(lastDay, 1),
        kind: 'credit',
        amountMinor: -line.amountMinor,
        working: frozenWords(line),
      })
    }
  }
  return { ok: true, lastDay, because, held: after, ...quoteOf(effects, today) }
}
