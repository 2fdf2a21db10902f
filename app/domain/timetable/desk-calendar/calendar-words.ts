/** The calendar's title, its one sentence, and where its arrows lead. */
import { count, dayLong, dayRange, monthYear, zoneName } from '#app/values/wording.ts'
import { addDays, daysBetween, isoWeekday, type LocalDate } from '#app/values/zone.ts'
import type { CalendarFilters } from './calendar-filters.ts'
import { narrowed } from './calendar-items.ts'
import type { CalendarRows } from './calendar-rows.ts'

/** ISO 8601: the week of a year that holds its first Thursday is the first. */
export function weekOfYear(date: LocalDate): number {
  const thursday = addDays(date, 4 - isoWeekday(date))
  return 1 + Math.floor(daysBetween(`${thursday.slice(0, 4)}-01-01`, thursday) / 7)
}

export function calendarWords(
  rows: CalendarRows,
  filters: CalendarFilters,
  { locale, timeZone }: { locale: string; timeZone: string },
) {
  const { date, from, today } = rows
  const last = addDays(from, 6)
  const shown = narrowed(rows, filters).items.filter(
    ({ state, localStart }) =>
      state !== 'cancelled' &&
      (filters.view === 'month' ? localStart.startsWith(date.slice(0, 7)) : localStart >= from),
  )
  const booked = shown.reduce((sum, one) => sum + one.booked, 0)
  const year =
    filters.view !== 'month' && date.slice(0, 4) !== today.slice(0, 4) ? ` ${date.slice(0, 4)}` : ''
  const title = {
    day: dayLong(date, locale) + year,
    week: dayRange(from, last, locale) + year,
    month: monthYear(date, locale),
  }[filters.view]
  const isNow = {
    day: date === today,
    week: today >= from && today <= last,
    month: date.slice(0, 7) === today.slice(0, 7),
  }[filters.view]
  // Weeks of a year are counted from Monday.
  const week = filters.view === 'week' && isoWeekday(from) === 1 ? `Week ${weekOfYear(from)}. ` : ''
  const all =
    filters.kind === ''
      ? count(shown.length, 'entry', 'entries')
      : count(shown.length, filters.kind, `${filters.kind}${filters.kind === 'class' ? 'es' : 's'}`)
  return {
    title,
    intro: `${week}${all}, ${booked} booked. Times are ${zoneName(timeZone, locale, date)}.`,
    ...stepsOf(filters.view, date),
    isNow,
  }
}

function stepsOf(
  view: CalendarFilters['view'],
  date: LocalDate,
): { before: LocalDate; after: LocalDate } {
  if (view === 'day') return { before: addDays(date, -1), after: addDays(date, 1) }
  if (view === 'week') return { before: addDays(date, -7), after: addDays(date, 7) }
  const first = `${date.slice(0, 7)}-01`
  return {
    before: `${addDays(first, -1).slice(0, 7)}-01`,
    after: `${addDays(first, 31).slice(0, 7)}-01`,
  }
}
