/** Whole days out of a calendar file (RFC 5545), such as a country's bank holidays. Pure. */
import { addDays, daysBetween, isLocalDate, type LocalDate } from '#app/values/zone.ts'

export type Holiday = { name: string; from: LocalDate; until: LocalDate }

/** A file of holidays of many years is some hundred kB. */
export const holidayFileMegabytes = 1

/** So far ahead is looked, and so many are shown. */
const daysAhead = 550
const most = 60

/**
 * The days of a file that are to come, soonest first, each once: entries of whole days, and each
 * next year's of those that come yearly. `more` counts what is left out behind the first sixty.
 * Null where it is no calendar.
 */
export function readHolidays(
  text: string,
  today: LocalDate,
): { holidays: Holiday[]; more: number } | null {
  const lines = text.replace(/\r?\n[ \t]/g, '').split(/\r?\n/)
  if (!lines.some((line) => /^BEGIN:VCALENDAR\s*$/i.test(line))) return null
  const last = addDays(today, daysAhead)
  const found = new Map<string, Holiday>()
  let entry: Record<string, string> | null = null
  for (const line of lines) {
    if (/^BEGIN:VEVENT\s*$/i.test(line)) entry = {}
    else if (entry && /^END:VEVENT\s*$/i.test(line)) {
      for (const one of daysOf(entry, today, last))
        if (one.until >= today && one.from <= last) found.set(`${one.from} ${one.name}`, one)
      entry = null
    } else if (entry) {
      const [, name = '', value = ''] = /^([A-Z-]+)(?:;[^:]*)?:(.*)$/i.exec(line) ?? []
      if (name && !(name.toUpperCase() in entry)) entry[name.toUpperCase()] = value.trim()
    }
  }
  const all = [...found.values()].sort((a, b) => (a.from < b.from ? -1 : 1))
  return { holidays: all.slice(0, most), more: Math.max(0, all.length - most) }
}

/** The days of one entry; none where it is an hour of a day, or no day at all. */
function daysOf(entry: Record<string, string>, today: LocalDate, last: LocalDate): Holiday[] {
  const from = dateOf(entry.DTSTART)
  if (!from) return []
  // The end of whole days is the day behind the last.
  const end = dateOf(entry.DTEND)
  const days = end && end > from ? daysBetween(from, end) - 1 : 0
  const name = nameOf(entry.SUMMARY ?? '')
  const at = (first: LocalDate): Holiday => ({ name, from: first, until: addDays(first, days) })
  if (!/^FREQ=YEARLY(;INTERVAL=1)?$/i.test(entry.RRULE ?? '')) return [at(from)]
  const years: Holiday[] = []
  for (let year = Number(today.slice(0, 4)); year <= Number(last.slice(0, 4)); year += 1) {
    const day = `${year}${from.slice(4)}`
    if (isLocalDate(day) && day >= from) years.push(at(day))
  }
  return years
}

function dateOf(value = ''): LocalDate | null {
  const [, year, month, day] = /^(\d{4})(\d{2})(\d{2})$/.exec(value) ?? []
  const date = `${year}-${month}-${day}`
  return year && isLocalDate(date) ? date : null
}

/** A closure's name has at most 60 characters. */
const nameOf = (summary: string): string =>
  summary
    .replace(/\\n/gi, ' ')
    .replace(/\\([\\;,])/g, '$1')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, 60) || 'Holiday'
