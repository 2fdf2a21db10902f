/** Reports in words: cells, titles, what their numbers mean and as of when. Pure. */

import type { CsvCell } from '#app/values/csv.ts'
import type { Instant } from '#app/values/instant.ts'
import { typedMinor } from '#app/values/money.ts'
import {
  count,
  dateTime,
  dayMonthYear,
  dayShort,
  money,
  monthYear,
  stampAt,
  weekday,
  zoneName,
} from '#app/values/wording.ts'
import { type LocalDate, localDate, wallTime } from '#app/values/zone.ts'
import type { CellKind, ReportPeriod } from './dataset.ts'

export type Reader = { locale: string; currency: string; timeZone: string }

/** A Monday, from which weekdays are named. */
const aMonday = Date.parse('2026-06-01T00:00:00Z')
const weekdayName = (nr: number, locale: string) =>
  weekday(new Date(aMonday + (nr - 1) * 86_400_000).toISOString().slice(0, 10), locale)

const hourName = (hour: number) => `${String(hour).padStart(2, '0')}:00`

type Words = Readonly<Record<string, string>> | undefined

/** A value as a cell of a page shows it; `–` stands for none. */
export function cellWords(
  value: string | number | null,
  { kind, words }: { kind: CellKind; words?: Words },
  { locale, currency, timeZone }: Reader,
): string {
  if (value === null) return '–'
  if (words) return words[String(value)] ?? String(value)
  switch (kind) {
    case 'text':
      return value === '' ? '–' : String(value)
    case 'day':
      return value === '9999-12-31' ? 'Not started' : dayMonthYear(String(value), locale)
    case 'month':
      return String(value).startsWith('9999') ? 'Not started' : monthYear(`${value}-01`, locale)
    case 'instant':
      return dateTime(wallTime(String(value), timeZone), locale)
    case 'weekday':
      return weekdayName(Number(value), locale)
    case 'hour':
      return hourName(Number(value))
    case 'number':
      return Number(value).toLocaleString(locale)
    case 'hours':
      return `${Math.round(Number(value) * 10) / 10} h`
    case 'money':
      return money(Number(value), currency, locale)
    case 'share':
      return `${Math.round(Number(value))}%`
    case 'rate':
      return `${(Math.round(Number(value) * 10) / 10).toFixed(1)}%`
  }
}

/** A value as a cell of a file has it: numbers as numbers, amounts without a sign. */
export function cellOfFile(
  value: string | number | null,
  column: { kind: CellKind; words?: Words },
  { currency, timeZone }: Reader,
): CsvCell {
  if (value === null) return ''
  if (column.words) return column.words[String(value)] ?? String(value)
  switch (column.kind) {
    case 'money':
      return typedMinor(Number(value), currency)
    case 'number':
    case 'weekday':
    case 'hour':
      return Number(value)
    case 'hours':
    case 'share':
    case 'rate':
      return Math.round(Number(value) * 100) / 100
    case 'instant':
      return stampAt(String(value), timeZone)
    default:
      return String(value)
  }
}

/** `1 to 31 October 2026`, `any time`. */
export function periodWords({ from, until }: ReportPeriod, locale: string): string {
  if (until.startsWith('9999')) return 'any time'
  if (from === until) return dayMonthYear(from, locale)
  const whole =
    from.endsWith('-01') &&
    from.slice(0, 7) === until.slice(0, 7) &&
    Number(until.slice(8)) >= 28 &&
    localDateAfter(until).endsWith('-01')
  return whole
    ? monthYear(from, locale)
    : `${dayMonthYear(from, locale)} to ${dayMonthYear(until, locale)}`
}

const localDateAfter = (day: LocalDate): LocalDate =>
  new Date(Date.parse(`${day}T00:00:00Z`) + 86_400_000).toISOString().slice(0, 10)

/**
 * As of when its numbers are true: `As of 1 November, 02:00, UK time.` and what is rebuilt or will
 * still change.
 */
export function asOfWords(
  facts: {
    now: Instant
    /** Null where it is read as things are now. */
    written: { until: LocalDate; at: Instant; rebuiltUntil: LocalDate | null } | null
    snapshot: boolean
    closedUntil: LocalDate | null
  },
  { locale, timeZone }: Reader,
): string {
  const zone = zoneName(timeZone, locale, facts.now)
  const at = (instant: Instant) =>
    `${dayShort(localDate(instant, timeZone), locale)} ${wallTime(instant, timeZone).slice(11, 16)}, ${zone}`
  if (!facts.snapshot) return `As of ${at(facts.now)}.`
  if (!facts.written) return 'Figures are written at the end of each day. There are none yet.'
  const { until, at: writtenAt, rebuiltUntil } = facts.written
  return [
    `As of ${at(writtenAt)}, up to ${dayMonthYear(until, locale)}.`,
    facts.closedUntil &&
      `Months up to ${monthYear(facts.closedUntil, locale)} are closed and no longer change.`,
    rebuiltUntil &&
      `Days up to ${dayMonthYear(rebuiltUntil, locale)} were rebuilt from dated records.`,
  ]
    .filter(Boolean)
    .join(' ')
}

export const rowsWords = (total: number, more: boolean): string =>
  more ? `${total.toLocaleString('en')}+ rows` : count(total, 'row')
