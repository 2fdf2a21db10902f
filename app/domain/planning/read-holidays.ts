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
 * next year's of those that come yearly on their date; not what is cancelled. `more` counts what is
 * left out behind the first sixty, `unread` the entries that repeat by another rule, of which only
 * the first day is read. Null where it is no calendar.
 */
export function readHolidays(
  text: string,
  today: LocalDate,
): { holidays: Holiday[]; more: number; unread: number } | null {
  const lines = text.replace(/\r?\n[ \t]/g, '').split(/\r?\n/)
  if (!lines.some((line) => /^BEGIN:VCALENDAR\s*$/i.test(line))) return null
  const last = addDays(today, daysAhead)
  const found = new Map<string, Holiday>()
  let entry: Record<string, string> | null = null
  let unread = 0
  for (const line of lines) {
    if (/^BEGIN:VEVENT\s*$/i.test(line)) entry = {}
    else if (entry && /^END:VEVENT\s*$/i.test(line)) {
      const days = daysOf(entry, today, last)
      if (days.unread) unread += 1
      for (const one of days.holidays)
        if (one.until >= today && one.from <= last) found.set(`${one.from} ${one.name}`, one)
      entry = null
    } else if (entry) {
      const [, name = '', value = ''] = /^([A-Z-]+)(?:;[^:]*)?:(.*)$/i.exec(line) ?? []
      const key = name.toUpperCase()
      if (key === 'EXDATE') entry[key] = `${entry[key] ?? ''},${value.trim()}`
      else if (key && !(key in entry)) entry[key] = value.trim()
    }
  }
  const all = [...found.values()].sort((a, b) => (a.from < b.from ? -1 : 1))
  return { holidays: all.slice(0, most), more: Math.max(0, all.length - most), unread }
}

type Read = { holidays: Holiday[]; unread: boolean }

/** The days of one entry; none where it is an hour of a day, cancelled, or no day at all. */
function daysOf(entry: Record<string, string>, today: LocalDate, last: LocalDate): Read {
  const from = dateOf(entry.DTSTART)
  const none = { holidays: [], unread: false }
  if (!from || /^CANCELLED$/i.test(entry.STATUS ?? '')) return none
  const end = dateOf(entry.DTEND)
  // A day may be written as its midnights, a moment not.
  if (/T/.test(entry.DTSTART ?? '') && !(end && end > from)) return none
  // The end of whole days is the day behind the last.
  const days = end && end > from ? daysBetween(from, end) - 1 : 0
  const name = nameOf(entry.SUMMARY ?? '')
  const at = (first: LocalDate): Holiday => ({ name, from: first, until: addDays(first, days) })
  const left = new Set((entry.EXDATE ?? '').split(',').map((day) => day.slice(0, 8)))
  const stays = (day: LocalDate) => !left.has(day.replaceAll('-', ''))
  const rule = entry.RRULE ? yearlyOf(entry.RRULE, from) : null
  if (!rule) return { holidays: stays(from) ? [at(from)] : [], unread: entry.RRULE !== undefined }
  const years: Holiday[] = []
  const until = Math.min(rule.lastYear, Number(last.slice(0, 4)))
  for (let year = Number(today.slice(0, 4)) - 1; year <= until; year += 1) {
    const day = `${year}${from.slice(4)}`
    if (isLocalDate(day) && day >= from && day <= rule.until && stays(day)) years.push(at(day))
  }
  return { holidays: years, unread: false }
}

/** Until when a rule has its day each year; null where it says anything else than that. */
function yearlyOf(rule: string, from: LocalDate): { lastYear: number; until: LocalDate } | null {
  const parts = new Map(
    rule
      .toUpperCase()
      .split(';')
      .filter(Boolean)
      .map((part) => part.split('=') as [string, string]),
  )
  const [year, month, day] = from.split('-').map(Number) as [number, number, number]
  const says: Record<string, (value: string) => boolean> = {
    FREQ: (value) => value === 'YEARLY',
    INTERVAL: (value) => value === '1',
    BYMONTH: (value) => Number(value) === month,
    BYMONTHDAY: (value) => Number(value) === day,
    WKST: () => true,
    COUNT: (value) => Number(value) > 0,
    UNTIL: (value) => /^\d{8}/.test(value),
  }
  const plain = parts.has('FREQ') && [...parts].every(([key, value]) => says[key]?.(value ?? ''))
  // The day of a month alone comes each month of the year.
  if (!plain || (parts.has('BYMONTHDAY') && !parts.has('BYMONTH'))) return null
  const count = parts.get('COUNT')
  const until = parts.get('UNTIL')
  return {
    lastYear: count ? year + Number(count) - 1 : 9999,
    until: until ? `${until.slice(0, 4)}-${until.slice(4, 6)}-${until.slice(6, 8)}` : '9999-12-31',
  }
}

/** A date, also one that is written as its midnight on the wall. */
function dateOf(value = ''): LocalDate | null {
  const [, year, month, day] = /^(\d{4})(\d{2})(\d{2})(?:T0000(?:00)?)?$/.exec(value) ?? []
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
