/**
 * A zone's clock changes as iCalendar wants them, so that a calendar program needs no table of its
 * own (RFC 5545, 3.6.5).
 */
import { Temporal } from 'temporal-polyfill'
import { type Instant, instantToMs } from './instant.ts'

const minuteNs = 60_000_000_000

/**
 * The VTIMEZONE of `zone`, right from `from` until `until`: the offset at the beginning and each
 * change of the clocks between. Changes are written one by one and not as rules, because a zone's
 * rules are only known as they happened.
 */
export function vtimezone(zone: string, from: Instant, until: Instant): string {
  const begin = Temporal.Instant.fromEpochMilliseconds(instantToMs(from)).toZonedDateTimeISO(zone)
  const end = instantToMs(until)
  const lines = ['BEGIN:VTIMEZONE', `TZID:${zone}`]
  // The change before the beginning tells which half of the year it is in; zones that never change
  // have none.
  const first = begin.getTimeZoneTransition('previous') ?? begin
  lines.push(...observance(first, first === begin ? begin.offsetNanoseconds : offsetBefore(first)))
  for (
    let next = begin.getTimeZoneTransition('next');
    next && next.epochMilliseconds < end;
    next = next.getTimeZoneTransition('next')
  ) {
    lines.push(...observance(next, offsetBefore(next)))
  }
  return [...lines, 'END:VTIMEZONE'].join('\r\n')
}

const offsetBefore = (change: Temporal.ZonedDateTime) =>
  change.subtract({ nanoseconds: 1 }).offsetNanoseconds

/** One change. Its time is told on the clock as it was before, as the standard asks. */
function observance(change: Temporal.ZonedDateTime, before: number): string[] {
  const kind = change.offsetNanoseconds > before ? 'DAYLIGHT' : 'STANDARD'
  const wall = change.toPlainDateTime().subtract({ nanoseconds: change.offsetNanoseconds - before })
  return [
    `BEGIN:${kind}`,
    `DTSTART:${wall.toString({ smallestUnit: 'second' }).replace(/[-:]/g, '')}`,
    `TZOFFSETFROM:${offset(before)}`,
    `TZOFFSETTO:${offset(change.offsetNanoseconds)}`,
    `END:${kind}`,
  ]
}

/** `+1030`. */
function offset(ns: number): string {
  const minutes = Math.round(Math.abs(ns) / minuteNs)
  const two = (n: number) => String(n).padStart(2, '0')
  return `${ns < 0 ? '-' : '+'}${two(Math.floor(minutes / 60))}${two(minutes % 60)}`
}
