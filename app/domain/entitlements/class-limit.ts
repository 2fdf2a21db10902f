/** How many classes a membership pays for, and in which days they are counted. Pure. */
import {
  anchorOf,
  type BillingInterval,
  daysInCommon,
  periodOf,
} from '#app/values/billing/billing-period.ts'
import { addDays, daysBetween, firstOfWeek, type LocalDate } from '#app/values/zone.ts'
import { allowanceOn, type BilledPeriod, type Freeze, type HeldPlan } from './membership-terms.ts'
import { allowanceFor } from './part-allowance.ts'

/** So many classes in the days from `from` to `until`, both inclusive, by the day of the class. */
export type ClassLimit = {
  classes: number
  per: 'week' | 'month' | 'four_weeks'
  from: LocalDate
  until: LocalDate
  /** So many of them were carried over from the days before; left out for none. */
  carried?: number
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
  frozenFrom: LocalDate | null
  frozenUntil: LocalDate | null
  /** Unused classes that carry over into the next week or period, at most. */
  rollover: number
  /** Local dates of the classes it has paid for, one entry a class. */
  usedOn: readonly LocalDate[]
}

/** Classes that a membership has paid for in the days of a limit. */
export const usedIn = (
  { usedOn }: Pick<Limited, 'usedOn'>,
  { from, until }: Pick<ClassLimit, 'from' | 'until'>,
): number => usedOn.filter((used) => used >= from && used <= until).length

/**
 * The limit that a class on `date` counts against; null where there is none. What was not used of
 * the week or period before carries over once that is over, so that a class booked in it later
 * cannot have been counted twice. What was carried over carries no further (decision 64).
 */
export function limitOn(membership: Limited, date: LocalDate, today: LocalDate): ClassLimit | null {
  const limit = ownLimitOn(membership, date)
  if (!limit || membership.rollover === 0) return limit
  const lastDay = addDays(limit.from, -1)
  if (lastDay < membership.startsOn || today <= lastDay) return limit
  const before = ownLimitOn(membership, lastDay)
  if (!before) return limit
  const unused = heldClasses(membership, before) - usedIn(membership, before)
  const carried = Math.min(membership.rollover, Math.max(0, unused))
  return carried === 0 ? limit : { ...limit, classes: limit.classes + carried, carried }
}

/** The classes of a limit for the days it was held: a period knows that, a week goes by its days. */
function heldClasses(
  { startsOn, frozenFrom, frozenUntil }: Limited,
  { classes, per, from, until }: ClassLimit,
): number {
  if (per !== 'week') return classes
  const held = { from: startsOn > from ? startsOn : from, until }
  const frozen = frozenFrom ? daysInCommon(held, { from: frozenFrom, until: frozenUntil }) : 0
  return allowanceFor(classes, daysBetween(held.from, until) + 1, frozen, 7)
}

/** The same without what was carried over. */
function ownLimitOn(membership: Limited, date: LocalDate): ClassLimit | null {
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
function heldOf(
  { startsOn, endsOn }: Pick<Limited, 'startsOn' | 'endsOn'>,
  period: PeriodTerms,
): HeldPlan {
  const { limit, interval, anchorOn, priceMinor, trialDays, billed, freezes, next } = period
  const terms = {
    name: '',
    priceMinor,
    interval,
    allowance: limit,
    trialDays,
    joiningFeeMinor: 0,
    noticeDays: 0,
    freeze: { leastDays: 0, mostDays: 0, feeMinor: 0 },
  }
  return {
    terms,
    next: next && {
      on: next.on,
      terms: { ...terms, allowance: next.limit, priceMinor: next.priceMinor },
    },
    anchor: anchorOf(interval, anchorOn ?? startsOn),
    startsOn,
    endsOn,
    committedUntil: null,
    freezes,
    billed,
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

/** `week`, for `carry over to the next …`. */
export const nextOf: Record<ClassLimit['per'], string> = {
  week: 'week',
  month: 'month',
  four_weeks: '4 weeks',
}

/** The days in which the guests of a plan are counted: its billing period that holds `date`. */
export function guestDaysOn(
  {
    interval,
    anchorOn,
    startsOn,
  }: { interval: BillingInterval; anchorOn: LocalDate | null; startsOn: LocalDate },
  date: LocalDate,
): { from: LocalDate; until: LocalDate } {
  const { from, until } = periodOf(anchorOf(interval, anchorOn ?? startsOn), date)
  return { from, until }
}
