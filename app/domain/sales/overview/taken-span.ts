/** Which days of money a page is about. Pure. */
import { addDays, firstOfWeek, isLocalDate, type LocalDate } from '#app/values/zone.ts'

export const takenSpans = ['today', 'week', 'month'] as const
export type TakenSpan = (typeof takenSpans)[number]

export type TakenDays = { from: LocalDate; until: LocalDate }

/** Days of a span up to today; `month` is the first of the month that is looked at. */
export function takenDays(
  span: TakenSpan,
  of: { today: LocalDate; month: LocalDate; weekStart: number },
): TakenDays {
  const { today, month, weekStart } = of
  if (span === 'today') return { from: today, until: today }
  if (span === 'week') return { from: firstOfWeek(today, { weekStart }), until: today }
  const last = addDays(`${addDays(month, 31).slice(0, 7)}-01`, -1)
  return { from: month, until: last }
}

/** Days out of an address, or today's; never more than a year. */
export function daysOf(search: URLSearchParams, today: LocalDate): TakenDays {
  const day = (name: string) => {
    const text = search.get(name) ?? ''
    return isLocalDate(text) ? text : today
  }
  const [from, until] = [day('from'), day('until')].sort() as [LocalDate, LocalDate]
  const furthest = addDays(from, 366)
  return { from, until: until > furthest ? furthest : until }
}

/** The first of the month of an address (`2026-06`), else of today's; no month to come. */
export function monthOf(asked: string, today: LocalDate): LocalDate {
  const now = `${today.slice(0, 7)}-01`
  const month = /^\d{4}-(0[1-9]|1[0-2])$/.test(asked) ? `${asked}-01` : now
  return month > now ? now : month
}
