/**
 * The days of an RFC 5545 rule, section 3.3.10, for the parts that `parseRule` (recurrence.ts) lets
 * through: at most one start a day, so a rule is worked out over whole days. Days are numbers
 * counted from 1970-01-01, without zones.
 */

const msOfDay = 86_400_000
const weekdays = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU']

/** `nth` is 0 for every such day of the period, else the nth from its start or, below 0, its end. */
type Weekday = { weekday: number; nth: number }

type DayRule = {
  interval: number
  weekdays: Weekday[]
  monthDays: number[]
  months: number[]
  positions: number[]
  weekStart: number
  first: number
}

/** The number of a calendar date such as `2026-11-20`. */
export const dayOf = (date: string): number => Date.parse(`${date}T00:00:00Z`) / msOfDay

/** The calendar date of a number, `2026-11-20`. */
export const dateOf = (day: number): string => new Date(day * msOfDay).toISOString().slice(0, 10)

const dayOfMonth = (day: number) => new Date(day * msOfDay).getUTCDate()
const monthOf = (day: number) => new Date(day * msOfDay).getUTCMonth() + 1
const yearOf = (day: number) => new Date(day * msOfDay).getUTCFullYear()
const monthStart = (year: number, month: number) => Date.UTC(year, month - 1) / msOfDay
/** 0 is Monday; 1970-01-01 was a Thursday. */
const weekdayOf = (day: number) => (((day + 3) % 7) + 7) % 7

/** The days from `start` up to, and without, `end`. */
type Span = { start: number; end: number }
const daysIn = ({ start, end }: Span) => Array.from({ length: end - start }, (_, i) => start + i)
const monthSpan = (year: number, month: number): Span => ({
  start: monthStart(year, month),
  end: monthStart(year, month + 1),
})

/**
 * The days of the rule from `first` to `last` inclusive, ascending. `first` anchors the intervals
 * and gives what the rule leaves open (its weekday, its day of the month); it is among the days
 * only where the rule itself gives it. COUNT and UNTIL are the caller's.
 */
export function* ruleDays(
  parts: ReadonlyMap<string, string>,
  { first, last }: { first: number; last: number },
): Generator<number> {
  const numbers = (name: string) => (parts.get(name)?.split(',') ?? []).map(Number)
  const rule: DayRule = {
    interval: Number(parts.get('INTERVAL') ?? 1),
    weekdays: (parts.get('BYDAY')?.split(',') ?? []).map((text) => ({
      weekday: weekdays.indexOf(text.slice(-2)),
      nth: Number(text.slice(0, -2)),
    })),
    monthDays: numbers('BYMONTHDAY'),
    months: numbers('BYMONTH'),
    positions: numbers('BYSETPOS'),
    weekStart: weekdays.indexOf(parts.get('WKST') ?? 'MO'),
    first,
  }
  const period = periods[parts.get('FREQ') as keyof typeof periods](rule)
  for (let n = 0; ; n += rule.interval) {
    const { start, days } = period(n)
    if (start > last) return
    for (const day of atPositions(days(), rule.positions))
      if (day >= first && day <= last) yield day
  }
}

/** A period's first day, and the days the rule gives in it. */
type Period = { start: number; days: () => number[] }
type PeriodAt = (n: number) => Period

/** How each frequency makes the period that begins `n` of them after the one of `first`. */
const periods: Record<'DAILY' | 'WEEKLY' | 'MONTHLY' | 'YEARLY', (rule: DayRule) => PeriodAt> = {
  DAILY: (rule) => (n) => ({
    start: rule.first + n,
    days: () => [rule.first + n].filter((day) => allowed(day, rule)),
  }),
  WEEKLY: (rule) => {
    const start = rule.first - ((weekdayOf(rule.first) - rule.weekStart + 7) % 7)
    const open = rule.weekdays.length + rule.monthDays.length === 0
    const own = { weekday: weekdayOf(rule.first), nth: 0 }
    const asked = open ? { ...rule, weekdays: [own] } : rule
    return (n) => {
      const week = { start: start + 7 * n, end: start + 7 * n + 7 }
      return { start: week.start, days: () => daysIn(week).filter((day) => allowed(day, asked)) }
    }
  },
  MONTHLY: (rule) => (n) => {
    const month = monthSpan(yearOf(rule.first), monthOf(rule.first) + n)
    return { start: month.start, days: () => daysOfMonth(rule, month) }
  },
  YEARLY: (rule) => (n) => {
    const year = yearOf(rule.first) + n
    return { start: monthStart(year, 1), days: () => daysOfYear(rule, year) }
  },
}

/** Whether the parts that only narrow let a day through. */
function allowed(day: number, { weekdays, monthDays, months }: DayRule): boolean {
  if (months.length > 0 && !months.includes(monthOf(day))) return false
  if (weekdays.length > 0 && !weekdays.some(({ weekday }) => weekday === weekdayOf(day)))
    return false
  return monthDays.length === 0 || isMonthDay(day, monthDays)
}

/** Whether the day is one of its month's `monthDays`; -1 is the last day of a month. */
function isMonthDay(day: number, monthDays: number[]): boolean {
  const fromEnd = dayOfMonth(day) - 1 - dayOfMonth(monthStart(yearOf(day), monthOf(day) + 1) - 1)
  return monthDays.includes(dayOfMonth(day)) || monthDays.includes(fromEnd)
}

/** The days of one month; "the second Monday" is that of `counted`, the month or its year. */
function daysOfMonth(rule: DayRule, month: Span, counted = month): number[] {
  const { weekdays, monthDays, months, first } = rule
  if (months.length > 0 && !months.includes(monthOf(month.start))) return []
  const open = weekdays.length === 0 && monthDays.length === 0
  const wanted = open ? [dayOfMonth(first)] : monthDays
  return daysIn(month).filter(
    (day) =>
      (wanted.length === 0 || isMonthDay(day, wanted)) &&
      (weekdays.length === 0 || isWeekdayOf(day, weekdays, counted)),
  )
}

/** The days of one year, month by month. A rule that names no day at all has the month of `first`. */
function daysOfYear(rule: DayRule, year: number): number[] {
  const { weekdays, monthDays, months, first } = rule
  const open = months.length + monthDays.length + weekdays.length === 0
  const whole = { start: monthStart(year, 1), end: monthStart(year + 1, 1) }
  return Array.from({ length: 12 }, (_, i) => monthSpan(year, i + 1)).flatMap((month) =>
    daysOfMonth(
      open ? { ...rule, months: [monthOf(first)] } : rule,
      month,
      months.length > 0 ? month : whole,
    ),
  )
}

/** Whether the day is one of `weekdays`, where they say so the nth of its kind in the span. */
function isWeekdayOf(day: number, weekdays: Weekday[], { start, end }: Span): boolean {
  const nth = Math.floor((day - start) / 7) + 1
  const fromEnd = -Math.floor((end - 1 - day) / 7) - 1
  return weekdays.some(
    (of) => of.weekday === weekdayOf(day) && (of.nth === 0 || of.nth === nth || of.nth === fromEnd),
  )
}

/** BYSETPOS: the nth of a period's days, from its end where below 0; all of them without it. */
function atPositions(days: number[], positions: number[]): number[] {
  if (positions.length === 0) return days
  return days.filter((_, i) => positions.includes(i + 1) || positions.includes(i - days.length))
}
