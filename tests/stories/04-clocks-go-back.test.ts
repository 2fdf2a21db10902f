import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { bookClass } from '#app/domain/bookings/booking/book-class.server.ts'
import { studioCalendar } from '#app/domain/timetable/desk-calendar/calendar-queries.server.ts'
import { deadline } from '#app/values/wording.ts'
import { localDateTime } from '#app/values/zone.ts'
import { mailTo } from '../support/bookings.ts'
import { readByFile, readByName } from '../support/calendars.ts'
import { type World, world } from '../support/world.ts'

const at = '2026-10-01T08:00:00Z'

const classes = ({ db, studio }: World) =>
  db.all<{ startsAt: string; localStart: string; cutoffAt: string }>(sql`
    SELECT starts_at AS startsAt, local_start AS localStart, cutoff_at AS cutoffAt
    FROM occurrences WHERE studio_id = ${studio.id} ORDER BY starts_at`)

test('a Monday series stays at 07:00 when the clocks go back', async () => {
  const w = await world()
  await w.givenSeries({ localStart: '2026-10-12T07:00', rrule: 'FREQ=WEEKLY;COUNT=4', at })

  const four = await classes(w)
  expect(four.map((o) => o.startsAt)).toEqual([
    '2026-10-12T06:00:00Z',
    '2026-10-19T06:00:00Z',
    '2026-10-26T07:00:00Z',
    '2026-11-02T07:00:00Z',
  ])
  expect(four.map((o) => o.localStart.slice(11))).toEqual(['07:00', '07:00', '07:00', '07:00'])
  expect(four.map((o) => localDateTime(o.startsAt, 'America/New_York').slice(11))).toEqual([
    '02:00',
    '02:00',
    '03:00',
    '02:00',
  ])

  // The feed tells wall times of a zone, not fixed UTC: all four at 07:00, and two programs find
  // the instants.
  const feed = await studioCalendar(w.at('2026-10-11T08:00:00Z'))
  expect(feed.match(/^DTSTART;.*$/gm)?.map((line) => line.trim())).toEqual(
    ['20261012', '20261019', '20261026', '20261102'].map(
      (date) => `DTSTART;TZID=Europe/London:${date}T070000`,
    ),
  )
  expect(feed).toContain('BEGIN:VTIMEZONE\r\nTZID:Europe/London')
  for (const read of [readByFile, readByName]) {
    expect(read(feed).map((entry) => entry.starts)).toEqual(four.map((o) => o.startsAt))
  }
})

test('the cut-off of a Sunday class after the change is told as Sat 24 Oct 23:00', async () => {
  const w = await world()
  const sunday = await w.givenClass({ localStart: '2026-10-25T10:00', at })

  const [one] = await classes(w)
  expect(deadline(one!.cutoffAt, 'Europe/London', 'en-GB')).toBe('Sat 24 Oct 23:00')
  await bookClass(w.asMember(w.ben, at), sunday)
  expect((await mailTo(w, w.ben))[0]!.text).toContain(
    'Free to cancel until Sat 24 Oct 23:00, then 1 credit and £5.00.',
  )
})
