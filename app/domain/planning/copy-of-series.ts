/**
 * A weekly class moved whole weeks on: same days, same wall time, ended with the weeks that are
 * copied. Pure.
 */
import { expand, parseRule } from '#app/values/recurrence.ts'
import { addDays, daysBetween, type LocalDate, type LocalDateTime } from '#app/values/zone.ts'

export type SeriesToCopy = {
  id: string
  firstStart: LocalDateTime
  timeZone: string
  rrule: string
  /** Dates left out, separated by commas. They were of their time and are not left out again. */
  exceptDates: string
}

type Weeks = { from: LocalDate; until: LocalDate }

/**
 * The rule of a copy from the weeks `source` to the weeks `target`, both whole ones.
 * Null where the series has nothing in the source weeks; a word where it is not to be copied.
 */
export function copyOfSeries(
  series: SeriesToCopy,
  source: Weeks,
  target: Weeks,
): { firstStart: LocalDateTime; rrule: string } | 'goes_on' | 'not_weekly' | null {
  const rule = parseRule(series.rrule)
  if (series.rrule !== '' && !rule.ok) return 'not_weekly'
  const exceptDates = series.exceptDates.split(',').filter(Boolean)
  const starts = expand({ ...series, exceptDates, ...source })
  const [first, last] = [starts[0], starts.at(-1)]
  if (!first || !last) return null
  const days = daysBetween(source.from, target.from)
  const move = (local: LocalDateTime) => `${addDays(local.slice(0, 10), days)}T${local.slice(11)}`
  if (series.rrule === '') return { firstStart: move(first.recurrenceKey), rrule: '' }
  if (!/(^|;)FREQ=WEEKLY(;|$)/i.test(series.rrule)) return 'not_weekly'
  // Weeks that overlap the source would count as going on; only what lies behind it does.
  const ahead = {
    from: [target.from, addDays(source.until, 1)].sort().at(-1)!,
    until: target.until,
  }
  if (expand({ ...series, exceptDates, ...ahead }).length > 0) return 'goes_on'
  const kept = series.rrule.split(';').filter((part) => !/^(COUNT|UNTIL)=/i.test(part))
  const until = move(last.recurrenceKey).slice(0, 10).replaceAll('-', '')
  return { firstStart: move(first.recurrenceKey), rrule: [...kept, `UNTIL=${until}`].join(';') }
}
