/**
 * The periods a membership is billed by (R7). All dates are local to the studio, both ends
 * inclusive.
 */
import { addDays, daysBetween, type LocalDate } from '../zone.ts'

export const billingIntervals = ['month', 'four_weeks', 'week'] as const
export type BillingInterval = (typeof billingIntervals)[number]

/**
 * Where periods begin: on a day of the month from 1 to 31, or every one or four weeks counted from
 * a date.
 */
export type BillingAnchor =
  | { interval: 'month'; day: number }
  | { interval: 'four_weeks' | 'week'; from: LocalDate }

export type BillingPeriod = {
  from: LocalDate
  until: LocalDate
  /** Days in it: 28 to 31 of a month, 28, or 7. */
  days: number
}

/** Every one or four weeks from `startsOn`, or monthly on `day`, by default the day it starts. */
export function anchorOf(
  interval: BillingInterval,
  startsOn: LocalDate,
  day: number | null = null,
): BillingAnchor {
  return interval === 'month'
    ? { interval, day: day ?? Number(startsOn.slice(8)) }
    : { interval, from: startsOn }
}

/** The period that holds `date`. */
export function periodOf(anchor: BillingAnchor, date: LocalDate): BillingPeriod {
  if (anchor.interval !== 'month') {
    const length = anchor.interval === 'week' ? 7 : 28
    const from = addDays(anchor.from, Math.floor(daysBetween(anchor.from, date) / length) * length)
    return { from, until: addDays(from, length - 1), days: length }
  }
  const month = monthOf(date)
  const here = boundary(month, anchor.day)
  return date >= here
    ? between(here, boundary(month + 1, anchor.day))
    : between(boundary(month - 1, anchor.day), here)
}

/** The period that follows. */
export function periodAfter(anchor: BillingAnchor, { until }: BillingPeriod): BillingPeriod {
  return periodOf(anchor, addDays(until, 1))
}

function between(from: LocalDate, next: LocalDate): BillingPeriod {
  return { from, until: addDays(next, -1), days: daysBetween(from, next) }
}

/** Months since year 0, so that December is followed by January. */
const monthOf = (date: LocalDate) => Number(date.slice(0, 4)) * 12 + Number(date.slice(5, 7)) - 1

/** Day `day` of a month, or its last: the 31st is 28 February and 31 March again (R7). */
function boundary(month: number, day: number): LocalDate {
  const first = `${String(Math.floor(month / 12)).padStart(4, '0')}-${String((month % 12) + 1).padStart(2, '0')}-01`
  const length = new Date(Date.UTC(Math.floor(month / 12), (month % 12) + 1, 0)).getUTCDate()
  return addDays(first, Math.min(day, length) - 1)
}

/** Days that two inclusive spans have in common; an end of null is open. */
export function daysInCommon(
  a: { from: LocalDate; until: LocalDate },
  b: { from: LocalDate; until: LocalDate | null },
): number {
  const from = a.from > b.from ? a.from : b.from
  const until = b.until !== null && b.until < a.until ? b.until : a.until
  return Math.max(0, daysBetween(from, until) + 1)
}

/** The same day so many months later, or the last of that month. */
export const monthsLater = (date: LocalDate, months: number): LocalDate =>
  boundary(monthOf(date) + months, Number(date.slice(8)))
