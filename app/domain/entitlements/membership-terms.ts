/** What quotes work with: what was sold, what was billed, and when it was frozen. Pure. */
import {
  type BillingAnchor,
  type BillingInterval,
  type BillingPeriod,
  daysInCommon,
  periodOf,
} from '#app/values/billing/billing-period.ts'
import { discountOf } from '#app/values/billing/discount.ts'
import { shareOf } from '#app/values/money.ts'
import { addDays, daysBetween, type LocalDate } from '#app/values/zone.ts'
import { type FamilyOff, type FirstOff, offOf, type PeriodOff } from './membership-discounts.ts'
import { allowanceFor } from './part-allowance.ts'

/** Terms of the plan version that was sold (R8); a later version changes nothing here. */
export type PlanTerms = {
  name: string
  /** What a whole period costs, in minor units. */
  priceMinor: number
  /** What came off that price for the family. */
  family?: FamilyOff
  interval: BillingInterval
  /** Classes a period, by class date; null where that is not limited. */
  allowance: number | null
  joiningFeeMinor: number
  /** Days at the start that cost nothing. */
  trialDays: number
  /** Days from saying so to the last day. */
  noticeDays: number
  freeze: {
    /** Days a calendar year, and at least so many at a time. */
    mostDays: number
    leastDays: number
    feeMinor: number
  }
}

/** Frozen days, both inclusive, open-ended without `until`. `settled` elsewhere: it takes off nothing. */
export type Freeze = { from: LocalDate; until: LocalDate | null; settled?: number }

/**
 * A period that was billed: what a whole one cost, and how much of it was taken off for a freeze
 * since, on any bill.
 */
export type BilledPeriod = {
  from: LocalDate
  until: LocalDate
  priceMinor: number
  frozenMinor: number
  /** Classes of it; null where they are not limited. */
  allowance: number | null
}

/** A membership as quotes see it. */
export type HeldPlan = {
  terms: PlanTerms
  /** Terms that periods have which begin on a day or later: a new price after its notice. */
  next?: { terms: PlanTerms; on: LocalDate } | null
  anchor: BillingAnchor
  startsOn: LocalDate
  /** Its last day; null while it renews. */
  endsOn: LocalDate | null
  /** First day on which it may end; null where there is no minimum term. */
  committedUntil: LocalDate | null
  firstOff?: FirstOff | null
  freezes: readonly Freeze[]
  /** Billed periods, oldest first. Those before the oldest freeze may be left out. */
  billed: readonly BilledPeriod[]
}

export type BillLine = {
  kind: 'membership' | 'freeze' | 'joining_fee'
  /** Negative where something comes off. */
  amountMinor: number
  /** The days it is for. */
  from: LocalDate
  until: LocalDate
  /** `part` of `whole` days, where it is not the whole period. */
  part: number
  whole: number
  /** What came off the amount: for the family, and by a coupon. */
  off?: PeriodOff
}

export type Bill = {
  period: BillingPeriod
  /** The day it is due: the first day of the period that it entitles. */
  dueOn: LocalDate
  lines: BillLine[]
  /** What is to be paid; never below nothing. */
  totalMinor: number
  /** What comes off and found nothing to come off from; becomes account credit. */
  creditMinor: number
  /** Classes of this period; null where they are not limited. */
  allowance: number | null
  /** Billed periods after this bill, `frozenMinor` brought up to what it took off. */
  billed: BilledPeriod[]
}

/** The days of a period on which the membership is held and paid for: after its trial. */
function paidDays(held: HeldPlan, { from, until }: { from: LocalDate; until: LocalDate }) {
  const firstPaid = addDays(held.startsOn, held.terms.trialDays)
  const begins = firstPaid > from ? firstPaid : from
  const ends = held.endsOn !== null && held.endsOn < until ? held.endsOn : until
  return { from: begins, until: ends, days: Math.max(0, daysBetween(begins, ends) + 1) }
}

/** Frozen days among the paid days of a period; freezes do not overlap each other. */
function frozenDays(held: HeldPlan, period: { from: LocalDate; until: LocalDate }): number {
  const paid = paidDays(held, period)
  const own = held.freezes.filter(({ settled }) => !settled)
  return own.reduce((sum, freeze) => sum + daysInCommon(paid, freeze), 0)
}

/**
 * What a freeze takes off a period, in minor units: by day, half-up, all its frozen days in one
 * (R8, R9).
 */
function frozenMinor(
  held: HeldPlan,
  period: { from: LocalDate; until: LocalDate; priceMinor: number },
): number {
  const whole = periodOf(held.anchor, period.from).days
  return shareOf(period.priceMinor, frozenDays(held, period), whole)
}

/** What a period costs and gives that begins on `date`. */
export const termsOn = ({ terms, next }: HeldPlan, date: LocalDate): PlanTerms =>
  next && date >= next.on ? next.terms : terms

/**
 * What freezes take off periods that were billed before they were known, less what has come off
 * already; negative where a freeze ended early after it had come off.
 */
export function outstandingFreezeLines(held: HeldPlan): BillLine[] {
  return held.billed.flatMap((period) => {
    const off = frozenMinor(held, period) - period.frozenMinor
    if (off === 0) return []
    const { from, until } = period
    const whole = periodOf(held.anchor, from).days
    return [
      {
        kind: 'freeze' as const,
        amountMinor: -off,
        from,
        until,
        part: frozenDays(held, period),
        whole,
      },
    ]
  })
}

/**
 * The bill of the period that holds `date`: the price for the days it entitles, less the frozen
 * days of it that are known, less what is outstanding of periods billed before (R9). Each part is
 * rounded separately. Null where the period has no day to pay for and nothing is outstanding.
 */
export function billOf(held: HeldPlan, date: LocalDate): Bill | null {
  const period = periodOf(held.anchor, date)
  const paid = paidDays(held, period)
  const outstanding = outstandingFreezeLines(held)
  if (paid.days === 0 && outstanding.length === 0) return null
  const { joiningFeeMinor } = held.terms
  const terms = termsOn(held, paid.from)
  const { allowance } = terms
  const frozen = frozenDays(held, period)
  const isFirst =
    held.billed.length === 0 && paid.from === addDays(held.startsOn, held.terms.trialDays)
  const share = shareOf(terms.priceMinor, paid.days, period.days)
  const coupon = isFirst ? (held.firstOff ?? null) : null
  const couponMinor = coupon ? discountOf(coupon.discount, share) : 0
  const code = coupon?.code ?? ''
  // What a whole period would have cost at what was paid: its unused days are worth no more.
  const priceMinor =
    couponMinor > 0 ? shareOf(share - couponMinor, period.days, paid.days) : terms.priceMinor
  const offHere = frozenMinor(held, { ...period, priceMinor })
  const lines: BillLine[] = []
  if (paid.days > 0) {
    lines.push({
      kind: 'membership',
      amountMinor: share - couponMinor,
      from: paid.from,
      until: paid.until,
      part: paid.days,
      whole: period.days,
      ...offOf(terms.family, { share, couponMinor, code }, [paid.days, period.days]),
    })
  }
  if (offHere > 0) {
    lines.push({
      kind: 'freeze',
      amountMinor: -offHere,
      from: paid.from,
      until: paid.until,
      part: frozen,
      whole: period.days,
    })
  }
  if (isFirst && joiningFeeMinor > 0) {
    const { from } = paid
    lines.push({
      kind: 'joining_fee',
      amountMinor: joiningFeeMinor,
      from,
      until: from,
      part: 1,
      whole: 1,
    })
  }
  lines.push(...outstanding)
  const sum = lines.reduce((total, line) => total + line.amountMinor, 0)
  const offDays = frozen + outstanding.reduce((days, line) => days + creditedDays(held, line), 0)
  const classes =
    allowance === null ? null : allowanceFor(allowance, paid.days, offDays, period.days)
  return {
    period,
    dueOn: paid.days > 0 ? paid.from : period.from,
    lines,
    totalMinor: Math.max(0, sum),
    creditMinor: Math.max(0, -sum),
    allowance: classes,
    billed: [
      ...held.billed.map((before) => ({ ...before, frozenMinor: frozenMinor(held, before) })),
      ...(paid.days > 0
        ? [
            {
              from: paid.from,
              until: paid.until,
              priceMinor,
              frozenMinor: offHere,
              allowance: classes,
            },
          ]
        : []),
    ],
  }
}

/** Days that an outstanding line gives back: those whose price came off. */
function creditedDays({ billed }: HeldPlan, { amountMinor, from, part, whole }: BillLine): number {
  const priceMinor = billed.find((period) => period.from === from)?.priceMinor ?? 0
  return priceMinor === 0 ? part : Math.round((-amountMinor * whole) / priceMinor)
}

/** The first day that no bill covers yet. */
export function nextUnbilledDay(held: HeldPlan): LocalDate {
  const last = held.billed.at(-1)
  return last ? addDays(last.until, 1) : addDays(held.startsOn, held.terms.trialDays)
}

/** The bill that comes next, and null where none does: it has ended and everything is billed. */
export function nextBill(held: HeldPlan): Bill | null {
  const date = nextUnbilledDay(held)
  if (held.endsOn !== null && date > held.endsOn) return null
  return billOf(held, date)
}

/** The membership once a bill was made. */
export const afterBill = (held: HeldPlan, bill: Bill): HeldPlan => ({
  ...held,
  billed: bill.billed,
})

/** The next `many` bills, each as if those before it had been made. */
export function comingBills(held: HeldPlan, many: number): Bill[] {
  const bills: Bill[] = []
  for (let now = held; bills.length < many; ) {
    const bill = nextBill(now)
    if (!bill) break
    bills.push(bill)
    now = afterBill(now, bill)
  }
  return bills
}

/** The classes of the period that holds `date`, and its days; null where they are not limited. */
export function allowanceOn(
  held: HeldPlan,
  date: LocalDate,
): { classes: number; from: LocalDate; until: LocalDate } | null {
  const { from, until, days } = periodOf(held.anchor, date)
  const plan = termsOn(held, from).allowance
  const billed = held.billed.find((one) => one.from <= until && one.until >= from)
  if (billed) return billed.allowance === null ? null : { classes: billed.allowance, from, until }
  if (plan === null) return null
  if (held.billed.length > 0 && from > held.billed.at(-1)!.until) {
    // Nobody books further ahead than 14 periods.
    for (const bill of comingBills(held, 14)) {
      if (bill.period.from === from && bill.allowance !== null) {
        return { classes: bill.allowance, from, until }
      }
    }
  }
  // Billed by hand, or before its first bill: the days it is held and not frozen.
  const own = { from: from > held.startsOn ? from : held.startsOn, until }
  const left = daysBetween(own.from, own.until) + 1
  const frozen = held.freezes.reduce((sum, freeze) => sum + daysInCommon(own, freeze), 0)
  return { classes: allowanceFor(plan, left, frozen, days), from, until }
}
