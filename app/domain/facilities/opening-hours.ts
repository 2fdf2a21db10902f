/** When a location is open: as it is kept, as a form asks for it and as people read it. Pure. */
import { clockTime, weekday } from '#app/values/wording.ts'
import { addDays } from '#app/values/zone.ts'

export type HourSpan = { from: string; until: string }

/** When a day is open, in local times, at most twice (`mostSpans`); null is closed. */
export type DayHours = HourSpan[] | null

/** A morning and an evening. */
export const mostSpans = 2

/** Monday to Sunday. */
export const hourDays = ['mo', 'tu', 'we', 'th', 'fr', 'sa', 'su'] as const
export type HourDay = (typeof hourDays)[number]

/** The fields of each day: `moFrom`, `moUntil`, and of its second span `moFrom2`, `moUntil2`. */
export type HourField = `${HourDay}${'From' | 'Until'}${'' | '2'}`

/** The four fields of a day, in their order. */
export const hourFieldsOf = (day: HourDay): HourField[] => [
  ...([`${day}From`, `${day}Until`] as const),
  ...([`${day}From2`, `${day}Until2`] as const),
]

/** A Monday, to ask for the names of days. */
const monday = '2026-01-05'

/** `Monday` for 0. */
export const dayName = (i: number, locale: string): string => weekday(addDays(monday, i), locale)

/**
 * The days as they are kept (`06:30-21:00,,…`, `06:30-10:00+16:00-21:00` where it closes in between);
 * null where nothing is told.
 */
export function parseHours(kept: string): DayHours[] | null {
  if (kept === '') return null
  const days = kept.split(',')
  return hourDays.map((_, i) => {
    const spans = (days[i] ?? '').split('+').flatMap((span) => {
      const [from = '', until = ''] = span.split('-')
      return from && until ? [{ from, until }] : []
    })
    return spans.length > 0 ? spans : null
  })
}

/** The other way; empty where no day is open, which tells nothing. */
export function keptHours(days: readonly DayHours[]): string {
  if (days.every((day) => day === null)) return ''
  return days
    .map((day) => (day ?? []).map(({ from, until }) => `${from}-${until}`).join('+'))
    .join(',')
}

export type HoursLine = { days: string; hours: string; today: boolean }

/**
 * `Monday to Friday`, `06:30 to 21:00`: neighboring days of the same hours are one line. `today` is
 * a local date, whose line is marked.
 */
export function hoursLines(kept: string, locale: string, today: string): HoursLine[] {
  const days = parseHours(kept)
  if (!days) return []
  const words = days.map((day) =>
    day ? day.map((span) => spanWords(span, locale)).join(' and ') : 'Closed',
  )
  const starts = words.flatMap((said, i) => (i > 0 && said === words[i - 1] ? [] : [i]))
  const now = (new Date(`${today}T12:00:00Z`).getUTCDay() + 6) % 7
  return starts.map((first, n) => {
    const last = (starts[n + 1] ?? words.length) - 1
    const [from, until] = [dayName(first, locale), dayName(last, locale)]
    return {
      days: daysWords(first, last, from, until),
      hours: words[first] ?? '',
      today: first <= now && now <= last,
    }
  })
}

function daysWords(first: number, last: number, from: string, until: string): string {
  if (first === last) return from
  return last - first === 1 ? `${from} and ${until}` : `${from} to ${until}`
}

function spanWords({ from, until }: HourSpan, locale: string): string {
  const at = (time: string) => clockTime(`${monday}T${time}`, locale)
  return `${at(from)} to ${at(until)}`
}
