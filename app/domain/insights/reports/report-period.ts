/** Which days a report is about: a name that moves with the calendar, or two days. Pure. */
import { addDays, daysBetween, isLocalDate, type LocalDate } from '#app/values/zone.ts'
import type { ReportPeriod } from './dataset.ts'

export const periodNames = {
  this_month: 'this month',
  last_month: 'last month',
  last_7: 'the last 7 days',
  last_30: 'the last 30 days',
  last_90: 'the last 90 days',
  last_12_months: 'the last 12 months',
  this_year: 'this year',
  last_year: 'last year',
  next_30: 'the next 30 days',
  next_90: 'the next 90 days',
  any: 'any time',
  days: 'chosen days',
} as const
export type PeriodName = keyof typeof periodNames

/** A report covers so many days at most: three years. */
export const mostDays = 1_097

const endless: ReportPeriod = { from: '2000-01-01', until: '9999-12-31' }

const firstOf = (day: LocalDate): LocalDate => `${day.slice(0, 7)}-01`
const lastOf = (day: LocalDate): LocalDate => addDays(firstOf(addDays(firstOf(day), 32)), -1)

/** The days of a period by name, as of today; null for what has no name. */
function namedPeriod(name: PeriodName, today: LocalDate): ReportPeriod | null {
  const year = today.slice(0, 4)
  const lastMonth = addDays(firstOf(today), -1)
  switch (name) {
    case 'this_month':
      return { from: firstOf(today), until: lastOf(today) }
    case 'last_month':
      return { from: firstOf(lastMonth), until: lastMonth }
    case 'last_7':
      return { from: addDays(today, -6), until: today }
    case 'last_30':
      return { from: addDays(today, -29), until: today }
    case 'last_90':
      return { from: addDays(today, -89), until: today }
    case 'last_12_months':
      return { from: firstOf(addDays(firstOf(today), -334)), until: lastOf(today) }
    case 'this_year':
      return { from: `${year}-01-01`, until: `${year}-12-31` }
    case 'last_year':
      return { from: `${Number(year) - 1}-01-01`, until: `${Number(year) - 1}-12-31` }
    case 'next_30':
      return { from: today, until: addDays(today, 29) }
    case 'next_90':
      return { from: today, until: addDays(today, 89) }
    case 'any':
      return endless
    case 'days':
      return null
  }
}

export const isPeriodName = (name: string): name is PeriodName => Object.hasOwn(periodNames, name)

export type PeriodRefusal = 'no_days' | 'backwards' | 'too_long'

export const periodRefusals: Record<PeriodRefusal, string> = {
  no_days: 'Choose the first and the last day, as dates from 1900 to 2199.',
  backwards: 'The last day is before the first. Swap them.',
  too_long: 'A report covers three years at most. Choose fewer days.',
}

/**
 * The days that were asked for. Refused: days that are none, a last day before the first, more than
 * three years, unless the dataset has no days of its own to go through (`live`).
 */
export function periodOf(
  asked: { period: PeriodName; from: string; until: string },
  today: LocalDate,
): { ok: true; period: ReportPeriod } | { ok: false; reason: PeriodRefusal } {
  const named = namedPeriod(asked.period, today)
  if (named) return { ok: true, period: named }
  const { from, until } = asked
  if (!isLocalDate(from) || !isLocalDate(until)) return { ok: false, reason: 'no_days' }
  if (until < from) return { ok: false, reason: 'backwards' }
  if (daysBetween(from, until) >= mostDays) return { ok: false, reason: 'too_long' }
  return { ok: true, period: { from, until } }
}
