/**
 * Dates, times and money as people read them. Times are of 24 hours or of 12, as the locale has it.
 */
import { type Instant, instantToMs } from './instant.ts'
import {
  addDays,
  type LocalDate,
  type LocalDateTime,
  secondTimeMark,
  wallTime,
  zoneInWords,
} from './zone.ts'

const memo = new Map<string, Intl.DateTimeFormat | Intl.NumberFormat>()

function dateFormat(
  locale: string,
  key: string,
  options: Intl.DateTimeFormatOptions,
): Intl.DateTimeFormat {
  const id = `${locale} ${key}`
  let format = memo.get(id) as Intl.DateTimeFormat | undefined
  if (!format) {
    // Local dates are formatted as UTC: they are dates already, no zone may shift them.
    format = new Intl.DateTimeFormat(locale, { ...options, timeZone: 'UTC' })
    memo.set(id, format)
  }
  return format
}

const utc = (date: LocalDate) => Date.parse(`${date}T00:00:00Z`)

/** `Thu` */
export const weekdayShort = (date: LocalDate, locale: string) =>
  dateFormat(locale, 'wd', { weekday: 'short' }).format(utc(date))

/** `Thursday` */
export const weekday = (date: LocalDate, locale: string) =>
  dateFormat(locale, 'WD', { weekday: 'long' }).format(utc(date))

/** `Today`, `Wed` within six days, else `Thu 22 Oct`. */
export function dayNear(date: LocalDate, today: LocalDate, locale: string): string {
  if (date === today) return 'Today'
  return date > today && date < addDays(today, 7)
    ? weekdayShort(date, locale)
    : dayShort(date, locale)
}

/** `October` */
export const month = (date: LocalDate, locale: string) =>
  dateFormat(locale, 'M', { month: 'long' }).format(utc(date))

/** `15 October` */
export const dayMonth = (date: LocalDate, locale: string) =>
  dateFormat(locale, 'dM', { day: 'numeric', month: 'long' }).format(utc(date))

/** `Thu 15 Oct` */
export const dayShort = (date: LocalDate, locale: string) =>
  `${weekdayShort(date, locale)} ${dayMonthShort(date, locale)}`

/** `Thu 15 Oct` in the year of `today`, `15 October 2025` in another. */
export const dayOfAnyYear = (date: LocalDate, today: LocalDate, locale: string) =>
  date.slice(0, 4) === today.slice(0, 4) ? dayShort(date, locale) : dayMonthYear(date, locale)

/** `15 Oct` */
export const dayMonthShort = (date: LocalDate, locale: string) =>
  dateFormat(locale, 'dm', { day: 'numeric', month: 'short' }).format(utc(date))

/** `Thursday 15 October` */
export const dayLong = (date: LocalDate, locale: string) =>
  `${weekday(date, locale)} ${dayMonth(date, locale)}`

/** `15 October 2026` */
export const dayMonthYear = (date: LocalDate, locale: string) =>
  dateFormat(locale, 'dMY', { day: 'numeric', month: 'long', year: 'numeric' }).format(utc(date))

/** `October 2026` */
export const monthYear = (date: LocalDate, locale: string) =>
  dateFormat(locale, 'MY', { month: 'long', year: 'numeric' }).format(utc(date))

/** `13 to 19 October`, `October 13 to 19`, `30 October to 5 November` */
export function dayRange(first: LocalDate, last: LocalDate, locale: string): string {
  if (first.slice(0, 7) !== last.slice(0, 7))
    return `${dayMonth(first, locale)} to ${dayMonth(last, locale)}`
  const day = (date: LocalDate) => Number(date.slice(8))
  return locale.endsWith('-US')
    ? `${dayMonth(first, locale)} to ${day(last)}`
    : `${day(first)} to ${dayMonth(last, locale)}`
}

/** The one name of an hour that the clock shows for the second time. */
const secondTime = '(after the clocks go back)'

/**
 * `18:30`, or `6:30 pm` where the locale counts to twelve. Of two hours of the same name the second
 * is told as such (`wallTime` marks it): `01:30 (after the clocks go back)`.
 */
export function clockTime(local: LocalDateTime, locale: string): string {
  const { time, half, again } = clockParts(local, locale)
  return [time, half, again].filter(Boolean).join(' ')
}

/** The parts of `clockTime` for anyone who sets them apart: `6:30`, `pm`, `(after …)`. */
export function clockParts(local: LocalDateTime, locale: string) {
  const time = local.slice(11, 16)
  const again = local.endsWith(secondTimeMark) ? secondTime : ''
  if (!locale.endsWith('-US')) return { time, half: '', again }
  const hour = Number(time.slice(0, 2))
  return { time: `${hour % 12 || 12}:${time.slice(3)}`, half: hour < 12 ? 'am' : 'pm', again }
}

/** `2026-10-25 18:30`, for lists that programs read. */
export const stampAt = (instant: Instant, zone: string) => stamp(wallTime(instant, zone))

/** The same of a wall time that is known. */
export const stamp = (local: LocalDateTime) => `${local.slice(0, 10)} ${clockTime(local, 'en-GB')}`

/** `18:30` of an instant on the wall of a zone. */
export const clockTimeAt = (instant: Instant, zone: string, locale: string) =>
  clockTime(wallTime(instant, zone), locale)

/** `Thu 18:30` */
export const dayTime = (local: LocalDateTime, locale: string) =>
  `${weekdayShort(local.slice(0, 10), locale)} ${clockTime(local, locale)}`

/** `Thursday 18:30` */
export const weekdayTime = (local: LocalDateTime, locale: string) =>
  `${weekday(local.slice(0, 10), locale)} ${clockTime(local, locale)}`

/** `Thu 15 Oct 18:30` */
export const dateTime = (local: LocalDateTime, locale: string) =>
  `${dayShort(local.slice(0, 10), locale)} ${clockTime(local, locale)}`

/** `Thu 15 Oct, 18:30` */
export const dayShortTime = (local: LocalDateTime, locale: string) =>
  `${dayShort(local.slice(0, 10), locale)}, ${clockTime(local, locale)}`

/** `Thursday 15 October, 18:30` */
export const dayLongTime = (local: LocalDateTime, locale: string) =>
  `${dayLong(local.slice(0, 10), locale)}, ${clockTime(local, locale)}`

/** `Sat 24 Oct 23:00`, with zone applied: the form every deadline is told in (R3). */
export const deadline = (instant: Instant, zone: string, locale: string) =>
  dateTime(wallTime(instant, zone), locale)

/** `Friday 16 October, 22:00` */
export const deadlineLong = (instant: Instant, zone: string, locale: string) =>
  dayLongTime(wallTime(instant, zone), locale)

/**
 * The deadline as briefly as it stays clear: the time alone on `day`, the weekday within six days,
 * else the date.
 */
export function deadlineNear(
  instant: Instant,
  zone: string,
  locale: string,
  day: LocalDate,
): string {
  const local = wallTime(instant, zone)
  const date = local.slice(0, 10)
  if (date === day) return clockTime(local, locale)
  const near = date > addDays(day, -7) && date < addDays(day, 7)
  return near ? dayTime(local, locale) : dateTime(local, locale)
}

/**
 * `UK time`, `Eastern Time`, else the city of the zone: what the zone is called at the moment that
 * is shown, `at`, an instant or a date and time (or date) on the wall of the zone. Zones change what
 * they are called: Kyiv was on Moscow's time once.
 */
export function zoneName(zone: string, locale: string, at: Instant | LocalDateTime): string {
  if (zone === 'Europe/London') return 'UK time'
  const id = `${locale} ${zone} zone`
  let format = memo.get(id) as Intl.DateTimeFormat | undefined
  if (!format) {
    format = new Intl.DateTimeFormat(locale, { timeZone: zone, timeZoneName: 'longGeneric' })
    memo.set(id, format)
  }
  const name = format
    .formatToParts(momentOf(at))
    .find((part) => part.type === 'timeZoneName')?.value
  return name && !name.startsWith('GMT') ? name : `${zoneInWords(zone).split('/').at(-1)} time`
}

/** Near enough: what a zone is called does not change with summer time, so hours are nothing here. */
function momentOf(at: Instant | LocalDateTime): number {
  if (at.endsWith('Z')) return instantToMs(at)
  return instantToMs(at.length === 10 ? `${at}T12:00:00Z` : `${at.slice(0, 16)}Z`)
}

// What a currency's unit has of them; a formatter tells it only with everything else it knows.
const minorUnits = new WeakMap<Intl.NumberFormat, number>()

/** Minor units as money: `£15.00`, `$15.00`. */
export function money(minor: number, currency: string, locale: string): string {
  const id = `${locale} ${currency}`
  let format = memo.get(id) as Intl.NumberFormat | undefined
  if (!format) {
    format = new Intl.NumberFormat(locale, { style: 'currency', currency })
    memo.set(id, format)
    minorUnits.set(format, 10 ** (format.resolvedOptions().maximumFractionDigits ?? 2))
  }
  return format.format(minor / minorUnits.get(format)!)
}

let currencyNames: Intl.DisplayNames | undefined

/** `British Pound (GBP)`. */
export function currencyName(code: string): string {
  currencyNames ??= new Intl.DisplayNames('en-GB', { type: 'currency' })
  return `${currencyNames.of(code)} (${code})`
}

const ordinalRules = new Intl.PluralRules('en', { type: 'ordinal' })
const ordinalEndings: Record<string, string> = { one: 'st', two: 'nd', few: 'rd', other: 'th' }

/** `1st`, `2nd`, `11th` */
export const ordinal = (n: number) => `${n}${ordinalEndings[ordinalRules.select(n)]}`

/** `12`, `1,000+` where only so many are counted. */
export const counted = (n: number, more: boolean) =>
  `${n.toLocaleString('en-GB')}${more ? '+' : ''}`

/** `1 credit`, `2 credits` */
export const count = (n: number, one: string, many = `${one}s`) => `${n} ${n === 1 ? one : many}`

/** `44%`, `7.5%` of a number of percent, with as many decimals as it has. */
export const percent = (n: number) => `${n}%`

/** `67%` for 2 of 3, in whole percent; `–` of nothing. */
export const percentShare = (part: number, of: number) =>
  of === 0 ? '–' : percent(Math.round((part / of) * 100))
