import type { HeldPlan } from '#app/domain/entitlements/membership-terms.ts'
import { addDays, type LocalDate } from '#app/values/zone.ts'
import { type Effect, type Quote, quoteOf } from './quote.ts'

/** A purchase that may still be taken back: when it was made, for how long, and what it cost. */
export type CoolingOff = {
  boughtOn: LocalDate
  days: number
  /** Everything charged for it and not given back, in minor units. */
  chargedMinor: number
}

/** The last day on which a purchase can be taken back, its own day being day 0 (R18). */
export const coolingOffUntil = ({ boughtOn, days }: Pick<CoolingOff, 'boughtOn' | 'days'>) =>
  days > 0 ? addDays(boughtOn, days) : null

/**
 * Cancelling on `today` within the cooling-off days: it ends at once, and everything charged for it
 * comes back, whatever was used of it.
 */
export function quoteWithdraw(
  held: HeldPlan,
  cooling: CoolingOff | null,
  today: LocalDate,
): ({ ok: true; held: HeldPlan } & Quote) | { ok: false; reason: 'cooling_over' } {
  const until = cooling && coolingOffUntil(cooling)
  if (!cooling || !until || today > until) return { ok: false, reason: 'cooling_over' }
  const effects: Effect[] = [{ on: today, kind: 'last_day' }]
  if (cooling.chargedMinor > 0) {
    effects.push({
      on: today,
      kind: 'credit',
      amountMinor: cooling.chargedMinor,
      working: 'everything charged, cancelled in the cooling-off days',
    })
  }
  return { ok: true, held: { ...held, endsOn: today }, ...quoteOf(effects, today) }
}
