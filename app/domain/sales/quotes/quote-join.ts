import type { FirstOff } from '#app/domain/entitlements/membership-discounts.ts'
import {
  comingBills,
  type HeldPlan,
  type PlanTerms,
} from '#app/domain/entitlements/membership-terms.ts'
import { anchorOf } from '#app/values/billing/billing-period.ts'
import type { LocalDate } from '#app/values/zone.ts'
import { type Effect, type Quote, quoteOf } from './quote.ts'
import { type MoneyReader, offWords, partWords } from './quote-words.ts'

/** A membership as it is on the day it is sold: nothing billed, nothing frozen. */
export function soldOn(
  terms: PlanTerms,
  { startsOn, anchorDay }: { startsOn: LocalDate; anchorDay: number | null },
): HeldPlan {
  return {
    terms,
    anchor: anchorOf(terms.interval, startsOn, anchorDay),
    startsOn,
    endsOn: null,
    committedUntil: null,
    freezes: [],
    billed: [],
  }
}

/**
 * Joining on `startsOn`: the first period by days, the joining fee, then the whole price from the
 * next anchor on (R7, R8). What starts today or before is due with the act; what starts later is
 * billed on its day.
 */
export function quoteJoin(
  terms: PlanTerms,
  start: {
    startsOn: LocalDate
    anchorDay: number | null
    today: LocalDate
    firstOff?: FirstOff | null
  },
  reader: MoneyReader,
): Quote & { held: HeldPlan; firstAllowance: number | null } {
  const held: HeldPlan = { ...soldOn(terms, start), firstOff: start.firstOff ?? null }
  const [first, second] = comingBills(held, 2)
  const effects: Effect[] = [{ on: start.startsOn, kind: 'starts' }]
  for (const line of first?.lines ?? []) {
    effects.push({
      on: first!.dueOn,
      kind: 'charge',
      amountMinor: line.amountMinor,
      working:
        line.kind === 'joining_fee'
          ? 'Joining fee'
          : [
              partWords(line, terms.family?.fullMinor ?? terms.priceMinor, reader),
              line.off && offWords(line.off),
            ]
              .filter(Boolean)
              .join(', '),
    })
  }
  if (second) effects.push({ on: second.dueOn, kind: 'renews', amountMinor: second.totalMinor })
  return { ...quoteOf(effects, start.today), held, firstAllowance: first?.allowance ?? null }
}
