/** How many classes a membership pays for, and in which days they are counted. Pure. */
import { anchorOf, type BillingInterval } from '#app/values/billing/billing-period.ts'
import { addDays, firstOfWeek, type LocalDate } from '#app/values/zone.ts'
import { allowanceOn, type BilledPeriod, type Freeze, type HeldPlan } from './membership-terms.ts'

/** So many classes in the days from `from` to `until`, both inclusive, by the day of the class. */
export type ClassLimit = {
  classes: number
  per: 'week' | 'month' | 'four_weeks'
  from: LocalDate
  until: LocalDate
}

/** What the limit of a billing period is worked out from, as a row has it. */
export type PeriodTerms = {
  limit: number
  interval: BillingInterval
  anchorOn: LocalDate | null
  priceMinor: number
  trialDays: number
  billed: BilledPeriod[]
  freezes: Freeze[]
  next: { on: LocalDate; limit: number | null; priceMinor: number } | null
}

type Limited = {
  startsOn: LocalDate
  endsOn: LocalDate | null
  weeklyLimit: number | null
  /** The day the studio's weeks begin on. */
  weekStart: number
  period: PeriodTerms | null
}

/** The limit that a class on `date` counts against; null where there is none. */
export function limitOn(membership: Limited, date: LocalDate): ClassLimit | null {
  const { weeklyLimit, period } = membership
  if (weeklyLimit !== null) {
    const from = firstOfWeek(date, membership)
    return { classes: weeklyLimit, per: 'week', from, until: addDays(from, 6) }
  }
  if (!period) return null
  const found = allowanceOn(heldOf(membership, period), date)
  return found && { ...found, per: period.interval }
}

/** Whether what it pays for is counted, as a row has it. */
export const isLimited = (row: { weeklyLimit: number | null; period: string | null }): boolean =>
  row.weeklyLimit !== null || row.period !== null

/** As much of a held plan as its allowance needs. */
function heldOf({ startsOn, endsOn }: Limited, period: PeriodTerms): HeldPlan {
  const { limit, interval, anchorOn, priceMinor, trialDays, billed, freezes, next } = period
  const terms = {
    ...{ name: '', priceMinor, interval, allowance: limit, trialDays },
    ...{ joiningFeeMinor: 0, noticeDays: 0 },
    freeze: { leastDays: 0, mostDays: 0, feeMinor: 0 },
  }
  return {
    terms,
    next: next && {
      on: next.on,
      terms: { ...terms, allowance: next.limit, priceMinor: next.priceMinor },
    },
    anchor: anchorOf(interval, anchorOn ?? startsOn),
    ...{ startsOn, endsOn, committedUntil: null, freezes, billed },
  }
}

/** `a week`, `a month`, `every 4 weeks` */
export const perWords: Record<ClassLimit['per'], string> = {
  week: 'a week',
  month: 'a month',
  four_weeks: 'every 4 weeks',
}

/** `this week`, `this month`, `these 4 weeks` */
export const thisPeriod: Record<ClassLimit['per'], string> = {
  week: 'this week',
  month: 'this month',
  four_weeks: 'these 4 weeks',
}

/** `that week`, `that month`, `that four weeks` is said of a class on another day. */
export const inPeriod: Record<ClassLimit['per'], string> = {
  week: 'week',
  month: 'month',
  four_weeks: '4-week period',
}

/** `The next week`, for `… starts Mon 19 Oct`. */
export const nextPeriod: Record<ClassLimit['per'], string> = {
  week: 'The next week',
  month: 'The next month',
  four_weeks: 'The next 4-week period',
}
