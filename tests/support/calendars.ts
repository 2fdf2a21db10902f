/**
 * Calendar files as two programs read them: one by the file's own VTIMEZONE, one by the names of
 * zones it knows.
 */
import ICAL from 'ical.js'
import nodeIcal from 'node-ical'

export type ReadEntry = {
  uid: string
  starts: string
  ends: string
  status: string
  sequence: number
  title: string
  zone: string
}

const second = (ms: number) => `${new Date(ms).toISOString().slice(0, 19)}Z`

/** With ical.js, which believes the VTIMEZONE in the file and nothing else. */
export function readByFile(text: string): ReadEntry[] {
  const calendar = new ICAL.Component(ICAL.parse(text))
  const zones = new Map(
    calendar.getAllSubcomponents('vtimezone').map((zone) => {
      const made = new ICAL.Timezone(zone)
      return [made.tzid, made] as const
    }),
  )
  return calendar.getAllSubcomponents('vevent').map((component) => {
    const event = new ICAL.Event(component)
    const zone = String(component.getFirstProperty('dtstart')?.getParameter('tzid') ?? 'UTC')
    const instant = (time: ICAL.Time) => {
      const own = zones.get(zone)
      if (own) time.zone = own
      return second(time.toUnixTime() * 1000)
    }
    return {
      uid: event.uid,
      starts: instant(event.startDate),
      ends: instant(event.endDate),
      status: String(component.getFirstPropertyValue('status')),
      sequence: Number(component.getFirstPropertyValue('sequence')),
      title: event.summary,
      zone,
    }
  })
}

/** With node-ical, which goes by the zone's IANA name. */
export function readByName(text: string): ReadEntry[] {
  return Object.values(nodeIcal.sync.parseICS(text)).flatMap((entry) =>
    entry?.type === 'VEVENT'
      ? [
          {
            uid: entry.uid,
            starts: second(entry.start.getTime()),
            ends: second((entry.end ?? entry.start).getTime()),
            status: String(entry.status),
            sequence: Number(entry.sequence),
            title: String(entry.summary),
            zone: entry.start.tz === 'Etc/UTC' ? 'UTC' : String(entry.start.tz),
          },
        ]
      : [],
  )
}
