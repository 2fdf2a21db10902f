/**
 * A zone's clock changes as iCalendar wants them, so that a calendar program needs no table of its
 * own (RFC 5545, 3.6.5).
 */
import * as TemporalInstant from 'temporal-polyfill/fns/Instant'
import * as PlainDateTime from 'temporal-polyfill/fns/PlainDateTime'
import * as ZonedDateTime from 'temporal-polyfill/fns/ZonedDateTime'
import { type Instant, instantToMs } from '#app/values/instant.ts'

const minuteNs = 60_000_000_000

/**
 * The VTIMEZONE of `zone`, right from `from` until `until`: the offset at the beginning and each
 * change of the clocks between. Changes are written one by one and not as rules, because a zone's
 * rules are only known as they happened.
 */
export function vtimezone(zone: string, from: Instant, until: Instant): string {
  const begin = TemporalInstant.toZonedDateTimeISO(
    TemporalInstant.fromEpochMilliseconds(instantToMs(from)),
    zone,
  )
  const end = instantToMs(until)
  const lines = ['BEGIN:VTIMEZONE', `TZID:${zone}`]
  // The change before the beginning tells which half of the year it is in; zones that never change
  // have none.
  const first = ZonedDateTime.getTimeZoneTransition(begin, 'previous')
  lines.push(
    ...(first
      ? observance(first, offsetBefore(first))
      : observance(begin, ZonedDateTime.offsetNanoseconds(begin))),
  )
  for (
    let next = ZonedDateTime.getTimeZoneTransition(begin, 'next');
    next && next.epochMilliseconds < end;
    next = ZonedDateTime.getTimeZoneTransition(next, 'next')
  ) {
    lines.push(...observance(next, offsetBefore(next)))
  }
  return [...lines, 'END:VTIMEZONE'].join('\r\n')
}

const offsetBefore = (change: ZonedDateTime.Record) =>
  ZonedDateTime.offsetNanoseconds(ZonedDateTime.subtractNanoseconds(change, 1))

/** One change. Its time is told on the clock as it was before, as the standard asks. */
function observance(change: ZonedDateTime.Record, before: number): string[] {
  const after = ZonedDateTime.offsetNanoseconds(change)
  const kind = after > before ? 'DAYLIGHT' : 'STANDARD'
  const wall = PlainDateTime.subtractNanoseconds(
    ZonedDateTime.toPlainDateTime(change),
    after - before,
  )
  return [
    `BEGIN:${kind}`,
    `DTSTART:${PlainDateTime.toString(wall, { smallestUnit: 'second' }).replace(/[-:]/g, '')}`,
    `TZOFFSETFROM:${offset(before)}`,
    `TZOFFSETTO:${offset(after)}`,
    `END:${kind}`,
  ]
}

/** `+1030`. */
function offset(ns: number): string {
  const minutes = Math.round(Math.abs(ns) / minuteNs)
  const two = (n: number) => String(n).padStart(2, '0')
  return `${ns < 0 ? '-' : '+'}${two(Math.floor(minutes / 60))}${two(minutes % 60)}`
}
