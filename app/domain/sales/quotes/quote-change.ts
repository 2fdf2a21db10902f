import {
  comingBills,
  type HeldPlan,
  nextBill,
  nextUnbilledDay,
  outstandingFreezeLines,
  type PlanTerms,
} from '#app/domain/entitlements/membership-terms.ts'
import { anchorOf, periodOf } from '#app/values/billing/billing-period.ts'
import { shareOf } from '#app/values/money.ts'
import { daysBetween, type LocalDate } from '#app/values/zone.ts'
import { type Effect, type Quote, quoteOf } from './quote.ts'
import { frozenWords, type MoneyReader, partWords } from './quote-words.ts'

export type ChangeQuote =
  | ({
      ok: true
      /** A dearer plan begins today, a cheaper one with the next bill (SM-MEM). */
      way: 'upgrade' | 'downgrade'
      startsOn: LocalDate
      /** The membership that takes its place, with what the act bills. */
      held: HeldPlan
    } & Quote)
  | { ok: false; reason: 'ended' | 'not_started' | 'frozen' | 'same_plan' | 'unbilled' }

/**
 * Changing to another plan on `today` (SM-MEM `superseded`). A dearer one begins at once: what is
 * left of the billed period is given back at the old price and charged at the new, by day, each
 * rounded separately (story 8). A cheaper one begins with the next bill and moves no money today.
 * Days of different periods are compared by what a day costs. Refused while a freeze is running or
 * planned: it is ended first. `unbilled`: the period that holds today has not been billed yet.
 */
export function quoteChange(
  held: HeldPlan,
  to: PlanTerms,
  { today }: { today: LocalDate },
  reader: MoneyReader,
): ChangeQuote {
  const { terms, anchor } = held
  if (held.endsOn !== null && today > held.endsOn) return { ok: false, reason: 'ended' }
  if (today < held.startsOn) return { ok: false, reason: 'not_started' }
  if (held.freezes.some(({ until }) => until === null || until >= today)) {
    return { ok: false, reason: 'frozen' }
  }
  if (terms.name === to.name && terms.priceMinor === to.priceMinor) {
    return { ok: false, reason: 'same_plan' }
  }
  const nextOn = nextUnbilledDay(held)
  if (nextOn <= today) return { ok: false, reason: 'unbilled' }
  const period = periodOf(anchor, today)
  const sameInterval = to.interval === terms.interval
  const day = (plan: PlanTerms, days: number) => plan.priceMinor / days
  const newAnchor = sameInterval ? anchor : anchorOf(to.interval, today)
  const newPeriod = periodOf(newAnchor, today)
  const dearer = day(to, newPeriod.days) > day(terms, period.days)
  const started = { ...to, joiningFeeMinor: 0, trialDays: 0 }
  const lastBilled = held.billed.at(-1)
  if (!lastBilled) {
    // Still on trial: the trial goes on, and what follows costs the other plan's price.
    const onTrial: HeldPlan = {
      ...held,
      firstOff: null,
      terms: { ...to, trialDays: terms.trialDays, joiningFeeMinor: terms.joiningFeeMinor },
      anchor: anchorOf(
        to.interval,
        held.startsOn,
        sameInterval && anchor.interval === 'month' ? anchor.day : null,
      ),
    }
    const bill = nextBill(onTrial)
    const effects: Effect[] = [{ on: today, kind: 'changes' }]
    if (bill) effects.push({ on: bill.dueOn, kind: 'renews', amountMinor: bill.totalMinor })
    const way = dearer ? 'upgrade' : 'downgrade'
    return { ok: true, way, startsOn: today, held: onTrial, ...quoteOf(effects, today) }
  }
  if (!dearer) {
    const next: HeldPlan = {
      ...held,
      firstOff: null,
      terms: started,
      anchor: sameInterval ? anchor : anchorOf(to.interval, nextOn),
      startsOn: nextOn,
      next: null,
      billed: [],
    }
    const bill = nextBill(next)
    const effects: Effect[] = [
      { on: nextOn, kind: 'changes' },
      // The old plan has no bill any more that its frozen days could come off.
      ...outstandingFreezeLines(held).map((line) => ({
        on: nextOn,
        kind: 'credit' as const,
        amountMinor: -line.amountMinor,
        working: frozenWords(line),
      })),
    ]
    if (bill) effects.push({ on: nextOn, kind: 'renews', amountMinor: bill.totalMinor })
    return { ok: true, way: 'downgrade', startsOn: nextOn, held: next, ...quoteOf(effects, today) }
  }
  const left = daysBetween(today, lastBilled.until) + 1
  // What was paid for the days: less than the price, where a coupon took some off.
  const back = shareOf(lastBilled.priceMinor, left, period.days)
  const until = sameInterval ? lastBilled.until : newPeriod.until
  const days = daysBetween(today, until) + 1
  const charge = shareOf(to.priceMinor, days, newPeriod.days)
  const frozen = outstandingFreezeLines(held)
  const after: HeldPlan = {
    ...held,
    firstOff: null,
    terms: started,
    anchor: newAnchor,
    startsOn: today,
    freezes: [],
    next: null,
    billed: [
      {
        from: today,
        until,
        priceMinor: to.priceMinor,
        frozenMinor: 0,
        allowance: to.allowance === null ? null : shareOf(to.allowance, days, newPeriod.days),
      },
    ],
  }
  const [next] = comingBills(after, 1)
  const effects: Effect[] = [
    { on: today, kind: 'changes' },
    {
      on: today,
      kind: 'credit',
      amountMinor: back,
      working: partWords({ part: left, whole: period.days }, lastBilled.priceMinor, reader),
    },
    ...frozen.map((line) => ({
      on: today,
      kind: 'credit' as const,
      amountMinor: -line.amountMinor,
      working: frozenWords(line),
    })),
    {
      on: today,
      kind: 'charge',
      amountMinor: charge,
      working: partWords({ part: days, whole: newPeriod.days }, to.priceMinor, reader),
    },
  ]
  if (next) effects.push({ on: next.dueOn, kind: 'renews', amountMinor: next.totalMinor })
  return { ok: true, way: 'upgrade', startsOn: today, held: after, ...quoteOf(effects, today) }
}
