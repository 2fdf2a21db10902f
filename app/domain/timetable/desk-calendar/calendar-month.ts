/** The weeks of a month: figures of each day and its first things. */
import { dayLong, month, weekdayShort } from '#app/values/wording.ts'
import { addDays, type LocalDate } from '#app/values/zone.ts'
import type { CalendarFilters } from './calendar-filters.ts'
import { type CalendarItem, closedOn, type Look, narrowed, toItem } from './calendar-items.ts'
import type { CalendarRows } from './calendar-rows.ts'

export type MonthDay = {
  date: LocalDate
  number: number
  long: string
  /** On the first of a month that is not the one shown. */
  monthName: string
  inMonth: boolean
  today: boolean
  past: boolean
  closed: string
  /** What takes place, without what is cancelled. */
  count: number
  booked: number
  places: number
  clashes: number
  items: CalendarItem[]
  more: number
}

/** So many of a day are named. */
const named = 4

export function calendarMonth(
  rows: CalendarRows,
  filters: CalendarFilters,
  look: Look,
  clashing: ReadonlySet<string>,
): { weekdays: string[]; days: MonthDay[] } {
  const { items, closures } = narrowed(rows, filters)
  const byDate = new Map<LocalDate, typeof items>()
  for (const one of items) {
    const date = one.localStart.slice(0, 10)
    const own = byDate.get(date)
    if (own) own.push(one)
    else byDate.set(date, [one])
  }
  const days: MonthDay[] = []
  for (let date = rows.from; date < rows.until; date = addDays(date, 1)) {
    const own = byDate.get(date) ?? []
    const on = own.filter(({ state }) => state !== 'cancelled')
    const inMonth = date.slice(0, 7) === rows.date.slice(0, 7)
    days.push({
      date,
      inMonth,
      number: Number(date.slice(8)),
      long: dayLong(date, look.locale),
      monthName:
        !inMonth && (date === rows.from || date.endsWith('-01')) ? month(date, look.locale) : '',
      today: date === rows.today,
      past: date < rows.today,
      closed: closedOn(closures, date),
      count: on.length,
      booked: on.reduce((sum, { booked }) => sum + booked, 0),
      places: on.reduce((sum, { capacity }) => sum + capacity, 0),
      clashes: own.filter(({ id }) => clashing.has(id)).length,
      // One more than fits is as short as the words that there is one more.
      items: own
        .slice(0, own.length === named + 1 ? named + 1 : named)
        .map((row) => toItem(row, look, clashing)),
      more: own.length === named + 1 ? 0 : Math.max(0, own.length - named),
    })
  }
  const weekdays = days.slice(0, 7).map(({ date }) => weekdayShort(date, look.locale))
  return { weekdays, days }
}
