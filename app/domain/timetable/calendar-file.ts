/** Dated classes as an iCalendar file: what calendar programs subscribe to. */
import ical, { ICalCalendarMethod, ICalEventStatus, ICalEventTransparency } from 'ical-generator'
import { addMinutes, type Instant } from '#app/values/instant.ts'
import { instantOf, localDateTime } from '#app/values/zone.ts'
import { vtimezone } from './vtimezone.ts'

export type CalendarEntry = {
  /** The occurrence: its UID, which never changes. */
  id: string
  /** Rises with every change, so that programs take the newer entry. */
  sequence: number
  state: 'confirmed' | 'tentative' | 'cancelled'
  title: string
  startsAt: Instant
  endsAt: Instant
  timeZone: string
  place: string
  description: string
  /** Absolute address of the class. */
  url: string
}

/** Programs that ask more often than this are told that nothing is new. */
export const calendarSeconds = 900

/** The same to programs that take it from the file. */
const lifetime = `PT${calendarSeconds / 60}M`

/** How the file begins. The library would write the lifetime behind the zones, where a strict reader stops. */
const method = 'METHOD:PUBLISH\r\n'
const head = `${method}REFRESH-INTERVAL;VALUE=DURATION:${lifetime}\r\nX-PUBLISHED-TTL:${lifetime}\r\n`

/** As RFC 5545 writes a text (3.3.11); the library does it for entries, not for the calendar's name. */
const escaped = (text: string) => text.replace(/[\\;,]/g, '\\$&').replace(/\r?\n|\r/g, ' ')

/**
 * The file, with every property of the calendar before its first part and each line ended (RFC
 * 5545, 3.4). Times are wall times of the entry's zone with its VTIMEZONE, never fixed UTC: after a
 * clock change decided tomorrow a 07:00 class is still at 07:00. Only a moment inside the hour that
 * happens twice is told in UTC where its wall time would mean the first of the two.
 *
 * `day` (an instant) stamps the entries: the same file is the same bytes all day, so that its ETag
 * holds.
 */
export function calendarFile(
  name: string,
  entries: readonly CalendarEntry[],
  day: Instant,
): string {
  const starts = entries.map(({ startsAt }) => startsAt).sort()
  const from = starts[0] ?? day
  const until = addMinutes(starts.at(-1) ?? day, 7 * 24 * 60)
  const calendar = ical({
    name: escaped(name),
    prodId: { company: 'Cadence', product: 'Calendar', language: 'EN' },
    method: ICalCalendarMethod.PUBLISH,
    timezone: { name: null, generator: (zone) => vtimezone(zone, from, until) },
  })
  for (const entry of entries) {
    const { id, sequence, state, title, place, description, url } = entry
    const status = {
      confirmed: ICalEventStatus.CONFIRMED,
      tentative: ICalEventStatus.TENTATIVE,
      cancelled: ICalEventStatus.CANCELLED,
    }[state]
    calendar.createEvent({
      id: `${id}@cadence`,
      sequence,
      status,
      // Anyone who waits or is out of it is free at that time.
      transparency:
        state === 'confirmed' ? ICalEventTransparency.OPAQUE : ICalEventTransparency.TRANSPARENT,
      stamp: new Date(day),
      ...timesOf(entry),
      summary: state === 'cancelled' ? `Cancelled: ${title}` : title,
      ...(place ? { location: place } : {}),
      ...(description ? { description } : {}),
      url,
    })
  }
  return `${calendar.toString().replace(method, head)}\r\n`
}

function timesOf({ startsAt, endsAt, timeZone }: CalendarEntry) {
  const locals = [startsAt, endsAt].map((instant) => localDateTime(instant, timeZone))
  const exact = [startsAt, endsAt].every(
    (instant, i) => instantOf(locals[i]!, timeZone) === instant,
  )
  if (!exact) return { start: new Date(startsAt), end: new Date(endsAt) }
  return { start: `${locals[0]}:00`, end: `${locals[1]}:00`, timezone: timeZone }
}
