/** The dates of a course as its form has them: a weekly rule, or a list. */
import { firstStartOf, ruleText, type Weekday, weekdays } from '#app/domain/calendar/series-rule.ts'
import { expand, parseRule } from '#app/values/recurrence.ts'
import { addDays, isLocalDate, type LocalDate, type LocalDateTime } from '#app/values/zone.ts'

export type CourseDates = {
  from: LocalDate
  time: string
  days: readonly Weekday[]
  count: number | null
  except: readonly LocalDate[]
  /** Lines such as `2027-01-05 18:30`; where there are some, they are the dates. */
  list: string
}

/** A rule is looked at this many days ahead: a course of 60 weeks ends within them. */
const viewDays = 460

/**
 * `2027-01-05 18:30`, one a line or separated by commas; without a time the form's own holds. Null for
 * what is no date.
 */
export function readDateList(text: string, time: string): LocalDateTime[] | null {
  const starts: LocalDateTime[] = []
  for (const line of text
    .split(/[\n,;]+/)
    .map((part) => part.trim())
    .filter(Boolean)) {
    const [date = '', at = time] = line.split(/[ T]+/)
    if (!isLocalDate(date) || !isTime(at)) return null
    starts.push(`${date}T${at}`)
  }
  return [...new Set(starts)].sort()
}

export const isTime = (text: string) => /^([01]\d|2[0-3]):[0-5]\d$/.test(text)

/**
 * The starts in order, and the rule they came from; null while the form says too little or what
 * makes no dates.
 */
export function courseStarts(
  { from, time, days, count, except, list }: CourseDates,
  timeZone: string,
): { starts: LocalDateTime[]; rrule: string } | null {
  if (list.trim() !== '') {
    const starts = readDateList(list, time)
    return starts && starts.length > 0 ? { starts, rrule: '' } : null
  }
  if (!isLocalDate(from) || !isTime(time)) return null
  if (days.length === 0) return { starts: [`${from}T${time}`], rrule: '' }
  if (count === null || count < 1 || count > 60) return null
  // Dates that are left out are made up for at the end: a course of six has six.
  const rrule = ruleText({ days, until: null, count: count + except.length })
  if (!parseRule(rrule).ok) return null
  const firstStart = firstStartOf({ from, time, days })
  const first = firstStart.slice(0, 10)
  const starts = expand({
    firstStart,
    timeZone,
    rrule,
    exceptDates: except,
    from: first,
    until: addDays(first, viewDays),
  })
    .map(({ localStart }) => localStart)
    .slice(0, count)
  return { starts, rrule: ruleText({ days, until: null, count }) }
}

export const weekdayList = (given: readonly unknown[]) =>
  given.filter((day): day is Weekday => (weekdays as readonly unknown[]).includes(day))
