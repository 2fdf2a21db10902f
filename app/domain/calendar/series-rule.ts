/** The weekly rule of a series as a form has it, as RFC 5545 has it, and as people say it. */
import { clockTime, count, dayMonth, dayMonthYear, weekday } from '#app/values/wording.ts'
import { addDays, isoWeekday, type LocalDate, type LocalDateTime } from '#app/values/zone.ts'

export const weekdays = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'] as const
export type Weekday = (typeof weekdays)[number]

/** No days is a single class; `until` and `count` are never both set. */
export type WeeklyRule = { days: readonly Weekday[]; until: LocalDate | null; count: number | null }

/** The rule as text; empty for a single class. */
export function ruleText({ days, until, count: times }: WeeklyRule): string {
  if (days.length === 0) return ''
  const parts = ['FREQ=WEEKLY', `BYDAY=${weekdays.filter((day) => days.includes(day)).join(',')}`]
  if (until) parts.push(`UNTIL=${until.replaceAll('-', '')}`)
  else if (times) parts.push(`COUNT=${times}`)
  return parts.join(';')
}

/** A rule read back; null for one that a weekly form cannot show. */
export function readRule(rrule: string, firstStart: LocalDateTime): WeeklyRule | null {
  if (rrule === '') return { days: [], until: null, count: null }
  const parts = new Map(rrule.split(';').map((part) => part.split('=') as [string, string]))
  const known = ['FREQ', 'BYDAY', 'UNTIL', 'COUNT', 'WKST', 'INTERVAL']
  if (parts.get('FREQ') !== 'WEEKLY' || [...parts.keys()].some((name) => !known.includes(name)))
    return null
  if ((parts.get('INTERVAL') ?? '1') !== '1') return null
  const given = (parts.get('BYDAY') ?? weekdays[isoWeekday(firstStart.slice(0, 10)) - 1]!).split(
    ',',
  )
  const until = parts.get('UNTIL')
  return {
    days: weekdays.filter((day) => given.includes(day)),
    until: until ? `${until.slice(0, 4)}-${until.slice(4, 6)}-${until.slice(6, 8)}` : null,
    count: parts.has('COUNT') ? Number(parts.get('COUNT')) : null,
  }
}

/**
 * The last date of a rule that ends, also where it ends after so many classes; null for one that
 * goes on.
 */
export function lastDateOf(
  { days, until, count: times }: WeeklyRule,
  firstStart: LocalDateTime,
): LocalDate | null {
  if (until !== null || times === null || days.length === 0) return until
  const first = firstStart.slice(0, 10)
  let left = times
  for (let i = 0; i < 7 * (times + 1); i += 1) {
    const date = addDays(first, i)
    if (days.includes(weekdays[isoWeekday(date) - 1]!)) left -= 1
    if (left === 0) return date
  }
  return null
}

/** The rule with its end the day before `cut`: what remains of a series that is split there. */
export function ruleUntil(rrule: string, cut: LocalDate): string {
  const kept = rrule.split(';').filter((part) => !/^(COUNT|UNTIL)=/.test(part))
  return [...kept, `UNTIL=${addDays(cut, -1).replaceAll('-', '')}`].join(';')
}

/** The first start on or after `from` that the days allow. */
export function firstStartOf({
  from,
  time,
  days,
}: {
  from: LocalDate
  time: string
  days: readonly Weekday[]
}): LocalDateTime {
  const date =
    days.length === 0
      ? from
      : Array.from({ length: 7 }, (_, i) => addDays(from, i)).find((day) =>
          days.includes(weekdays[isoWeekday(day) - 1]!),
        )!
  return `${date}T${time}`
}

/** `Mondays and Thursdays, 18:30 to 19:30, from 12 October, 24 classes`, or a single date. */
export function ruleWords(
  { days, until, count: times }: WeeklyRule,
  { firstStart, endTime }: { firstStart: LocalDateTime; endTime: string },
  locale: string,
): string {
  const date = firstStart.slice(0, 10)
  const hours = `${clockTime(firstStart, locale)} to ${clockTime(`${date}T${endTime}`, locale)}`
  if (days.length === 0)
    return `Once, ${weekday(date, locale)} ${dayMonthYear(date, locale)}, ${hours}`
  const names = days.map(
    (day) => `${weekday(addDays('2026-01-05', weekdays.indexOf(day)), locale)}s`,
  )
  const listed =
    names.length > 1 ? `${names.slice(0, -1).join(', ')} and ${names.at(-1)}` : names[0]
  const many = times ? `, ${count(times, 'class', 'classes')}` : ''
  const end = until ? ` until ${dayMonthYear(until, locale)}` : many
  return `${listed}, ${hours}, from ${dayMonth(date, locale)}${end}`
}
