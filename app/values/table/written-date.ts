/** Dates as files write them, in the order of one country or another. */
import type { LocalDate } from '../zone.ts'

export type DateOrder = 'ymd' | 'mdy' | 'dmy'

export type WrittenDate = { ok: true; date: LocalDate } | { ok: false; why: string }

const monthNames = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
]
const shortMonths = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ')

/** Three numbers, with whatever stands between them, and a time that is not asked. */
const numbers = /^(\d{1,4})[/.\- ](\d{1,2})[/.\- ](\d{1,4})\.?(?:[T ,]+\d{1,2}[:.].*)?$/
const worded = /^(\d{1,2})[ .-]+([A-Za-z]{3,9})\.?[ ,-]+(\d{4})$/
const wordedFirst = /^([A-Za-z]{3,9})\.? (\d{1,2}),? (\d{4})$/

/** What a file writes where it knows no date. */
export const isNoDate = (text: string): boolean =>
  /^(|0001-01-01.*|0?1\/0?1\/0001.*|0000-00-00.*|null|n\/?a|-+)$/i.test(text.trim())

/** In which order a date can be read: both where nothing tells, null where in none of these. */
export function orderOf(text: string): DateOrder | 'either' | null {
  const found = numbers.exec(text.trim())
  if (!found) return null
  const [first, second] = [Number(found[1]), Number(found[2])]
  if (found[1]!.length === 4) return 'ymd'
  if (first > 31 || second > 31) return null
  if (first > 12 && second > 12) return null
  if (first > 12) return 'dmy'
  return second > 12 ? 'mdy' : 'either'
}

export type DateProof = { order: DateOrder | null; only: Record<'mdy' | 'dmy' | 'either', number> }

/**
 * The order that the dates of a file are written in, with what proves it: how many can be read in
 * one order only. Null where none decides, or where they contradict one another; single slips, at
 * most one in twenty, do not count.
 */
export function proveOrder(texts: Iterable<string>): DateProof {
  const only = { ymd: 0, mdy: 0, dmy: 0, either: 0 }
  for (const text of texts) {
    const order = isNoDate(text) ? null : orderOf(text)
    if (order) only[order] += 1
  }
  const { ymd, ...rest } = only
  const [most, least] = [Math.max(rest.mdy, rest.dmy), Math.min(rest.mdy, rest.dmy)]
  if (most === 0) return { order: ymd > 0 && rest.either === 0 ? 'ymd' : null, only: rest }
  const order = rest.mdy === most ? 'mdy' : 'dmy'
  return { order: least * 20 <= most ? order : null, only: rest }
}

/** Whether a file has dates whose order matters. */
export const needsOrder = ({ only }: DateProof): boolean => only.mdy + only.dmy + only.either > 0

/**
 * A date as it is written. A year of two figures is the last such one before `today`. Says what is
 * wrong with a date that is none.
 */
export function readDate(given: string, order: DateOrder, today: LocalDate): WrittenDate {
  const text = given.trim()
  const found = numbers.exec(text)
  if (found) {
    const [a, b, c] = [found[1]!, found[2]!, found[3]!]
    if (a.length === 4) return dateOf(a, Number(b), Number(c), today)
    if (c.length === 3 || a.length === 3) return { ok: false, why: 'This isn’t a date' }
    const [month, day] = order === 'mdy' ? [Number(a), Number(b)] : [Number(b), Number(a)]
    return dateOf(c, month, day, today)
  }
  const said = worded.exec(text)
  const first = wordedFirst.exec(text)
  const name = (said?.[2] ?? first?.[1] ?? '').slice(0, 3).toLowerCase()
  const month = shortMonths.indexOf(name) + 1
  if (month === 0) return { ok: false, why: 'This isn’t a date' }
  return dateOf(said?.[3] ?? first![3]!, month, Number(said?.[1] ?? first![2]), today)
}

function dateOf(yearText: string, month: number, day: number, today: LocalDate): WrittenDate {
  const now = Number(today.slice(0, 4))
  const short = Number(yearText)
  const inCentury = short + Math.floor(now / 100) * 100
  const full = inCentury > now ? inCentury - 100 : inCentury
  const year = yearText.length <= 2 ? full : short
  if (year < 1) return { ok: false, why: 'There is no year 0' }
  if (month < 1 || month > 12) return { ok: false, why: `There is no month ${month}` }
  const days = new Date(Date.UTC(2000, month, 0)).getUTCDate()
  const inYear = month === 2 && !isLeap(year) ? 28 : days
  if (day < 1) return { ok: false, why: 'There is no day 0' }
  if (day > inYear) {
    const name = monthNames[month - 1]!
    return {
      ok: false,
      why: month === 2 ? `${name} ${year} had ${inYear} days` : `${name} has ${inYear} days`,
    }
  }
  const two = (n: number) => String(n).padStart(2, '0')
  return { ok: true, date: `${String(year).padStart(4, '0')}-${two(month)}-${two(day)}` }
}

const isLeap = (year: number) => (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0
