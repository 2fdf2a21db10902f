/** A studio's peak hours: as they are kept and as people read them. Pure. */
import { joinNames } from '#app/values/text/join-names.ts'
import { clockTime, weekday } from '#app/values/wording.ts'
import { addDays, isoWeekday, type LocalDateTime } from '#app/values/zone.ts'

/**
 * On some days of the week (1 is Monday) from one local time until another; a class that starts at
 * `until` is off-peak.
 */
export type PeakSpan = { days: number[]; from: string; until: string }

/** The spans as they are kept: `12345 17:00-20:00`, separated by commas. */
export function parsePeakHours(kept: string): PeakSpan[] {
  return kept.split(',').flatMap((span) => {
    const [days = '', hours = ''] = span.split(' ')
    const [from = '', until = ''] = hours.split('-')
    return days && from && until ? [{ days: [...days].map(Number), from, until }] : []
  })
}

/** The other way; spans without days are none. */
export const keptPeakHours = (spans: readonly PeakSpan[]): string =>
  spans
    .filter(({ days }) => days.length > 0)
    .map(({ days, from, until }) => `${[...days].sort().join('')} ${from}-${until}`)
    .join(',')

/**
 * Whether something that starts at `localStart` starts in peak hours. They are times on the wall,
 * so they mean the same before and after a change of clocks.
 */
export function isPeak(kept: string, localStart: LocalDateTime): boolean {
  const [date, time] = [localStart.slice(0, 10), localStart.slice(11, 16)]
  const day = isoWeekday(date)
  return parsePeakHours(kept).some(
    ({ days, from, until }) => days.includes(day) && time >= from && time < until,
  )
}

/** A Monday, to ask for the names of days. */
const monday = '2026-01-05'

/** `Monday` of 1. */
export const peakDayName = (day: number, locale: string): string =>
  weekday(addDays(monday, day - 1), locale)

/** `Monday to Friday, 17:00 to 20:00`, spans behind each other; empty where there are none. */
export function peakWords(kept: string, locale: string): string {
  const at = (time: string) => clockTime(`${monday}T${time}`, locale)
  return parsePeakHours(kept)
    .map(({ days, from, until }) => `${daysWords(days, locale)}, ${at(from)} to ${at(until)}`)
    .join('; ')
}

function daysWords(days: readonly number[], locale: string): string {
  if (days.length === 7) return 'Every day'
  const [first = 1, last = 1] = [days[0], days.at(-1)]
  const name = (day: number) => peakDayName(day, locale)
  if (days.length > 2 && last - first === days.length - 1) return `${name(first)} to ${name(last)}`
  return joinNames(days.map(name))
}
