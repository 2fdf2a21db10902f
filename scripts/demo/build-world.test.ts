import { expect, test } from 'vitest'
import { seatedStates } from '#app/db/studio/bookings.ts'
import { overlap } from '#app/domain/bookings/availability/availability.ts'
import { localDate } from '#app/values/zone.ts'
import { buildWorld } from './build-world.ts'
import type { Row } from './insert-rows.ts'
import { northside } from './northside.ts'
import { southside } from './southside.ts'

const seated: readonly string[] = seatedStates
const live = [...seated, 'waitlisted']

/** Each weekday, different hours, both clock changes, the turn of the year and a leap day. */
const days = [
  '2026-11-20T10:50:00Z',
  '2026-10-24T22:30:00Z',
  '2026-11-01T05:30:00Z',
  '2026-12-31T23:59:59Z',
  '2027-03-15T00:05:00Z',
  '2027-06-02T17:30:00Z',
  '2028-02-29T12:00:00Z',
]

const worlds = new Map(days.map((now) => [now, buildWorld(now, 'hash')]))

const groupBy = (rows: Row[], column: string) => {
  const groups = new Map<string, Row[]>()
  for (const row of rows)
    groups.set(String(row[column]), [...(groups.get(String(row[column])) ?? []), row])
  return groups
}

test.each(days)('the world of %s keeps every rule of places and credits', (now) => {
  for (const [shard, tables] of Object.entries(worlds.get(now)!.shards)) {
    const { bookings, entries, occurrences, fees } = tables as Record<string, Row[]>
    const byId = new Map(occurrences!.map((row) => [row.id, row]))
    const label = (row: Row) => `${shard} ${now} ${JSON.stringify(row)}`

    for (const [id, rows] of groupBy(bookings!, 'occurrence_id')) {
      const occurrence = byId.get(id)!
      expect(
        rows.filter((row) => seated.includes(String(row.state))).length,
        label(occurrence),
      ).toBeLessThanOrEqual(Number(occurrence.capacity))
      const people = rows
        .filter((row) => live.includes(String(row.state)))
        .map((row) => row.person_id)
      expect(new Set(people).size, label(occurrence)).toBe(people.length)
      if (occurrence.state === 'cancelled') expect(people, label(occurrence)).toEqual([])
    }

    for (const [, rows] of groupBy(entries!, 'lot_id')) {
      let left = 0
      for (const row of rows) {
        left += Number(row.amount)
        expect(left, label(row)).toBeGreaterThanOrEqual(0)
      }
    }
    const kinds = groupBy(
      entries!.filter((row) => row.booking_id),
      'booking_id',
    )
    for (const booking of bookings!) {
      const entered = (kinds.get(String(booking.id)) ?? []).map((row) => row.kind)
      const paid = booking.lot_id !== null
      const back = ['cancelled_on_time', 'studio_cancelled', 'declined'].includes(
        String(booking.state),
      )
      const lost = ['late_cancelled', 'no_show'].includes(String(booking.state))
      if (!paid) expect(entered, label(booking)).toEqual([])
      else if (back) expect(entered, label(booking)).toEqual(['book', 'return'])
      else if (lost)
        expect(
          [
            ['book', 'forfeit'],
            ['book', 'return'],
          ],
          label(booking),
        ).toContainEqual(entered)
      else expect(entered, label(booking)).toEqual(['book'])
      expect(String(booking.created_at) <= now, label(booking)).toBe(true)
    }
    for (const rows of [bookings!, entries!]) {
      const times = rows.map((row) => String(row.created_at))
      expect(times).toEqual([...times].sort())
    }
    const ids = new Set(bookings!.map((row) => row.id))
    expect(fees!.filter((row) => !ids.has(row.booking_id))).toEqual([])
  }
})

test.each(days)('nobody is in two places at once in the world of %s', (now) => {
  for (const tables of Object.values(worlds.get(now)!.shards)) {
    const { bookings, occurrences } = tables as Record<string, Row[]>
    const times = (row: Row) => ({ startsAt: String(row.starts_at), endsAt: String(row.ends_at) })
    const byId = new Map(occurrences!.map((row) => [row.id, row]))
    const clashes = (rows: Row[]) =>
      rows
        .toSorted((a, b) => String(a.starts_at).localeCompare(String(b.starts_at)))
        .filter((row, i, all) => i > 0 && overlap(times(all[i - 1]!), times(row)))

    for (const column of ['coach_id', 'room_id']) {
      for (const rows of groupBy(occurrences!, column).values()) expect(clashes(rows)).toEqual([])
    }
    const held = bookings!.filter((row) => seated.includes(String(row.state)))
    for (const rows of groupBy(held, 'person_id').values()) {
      expect(clashes(rows.map((row) => byId.get(String(row.occurrence_id))!))).toEqual([])
    }
  }
})

test.each(days)('Ana, Ben and Cleo hold what they are known for on %s', (now) => {
  const world = worlds.get(now)!
  for (const plan of [northside, southside]) {
    const { people, memberships, lots, entries, bookings, occurrences } =
      world.shards[plan.studio.shard]!
    const person = (login: string) =>
      people!.find((row) => row.email === `${login}@${plan.studio.slug}.test`)!
    const [ana, ben, cleo] = [person('ana'), person('ben'), person('cleo')]
    const of = (rows: Row[] | undefined, who: Row) =>
      rows!.filter((row) => row.person_id === who.id)
    const states = (who: Row) => of(bookings, who).map((row) => row.state)

    expect(of(memberships, ana)).toMatchObject([{ state: 'active', ends_on: null }])
    expect(of(lots, ana)).toEqual([])
    expect(states(ana).filter((state) => state === 'booked').length).toBeGreaterThanOrEqual(2)
    expect(states(ana)).toContain('waitlisted')

    expect(of(memberships, ben)).toEqual([])
    expect(of(lots, ben)).toHaveLength(1)
    expect(String(of(lots, ben)[0]!.expires_on) > localDate(now, plan.studio.timeZone)).toBe(true)
    expect(
      of(entries, ben).reduce((left, row) => left + Number(row.amount), 0),
    ).toBeGreaterThanOrEqual(3)
    expect(states(ben)).toEqual(
      expect.arrayContaining(['booked', 'waitlisted', 'attended', 'studio_cancelled']),
    )

    expect([of(memberships, cleo), of(lots, cleo), of(bookings, cleo)]).toEqual([[], [], []])
    expect(occurrences!.filter((row) => row.state === 'cancelled')).toHaveLength(1)
    expect(occurrences!.filter((row) => row.substituted_coach_id)).toHaveLength(1)
    expect(people!.length).toBeGreaterThanOrEqual(60)
  }
})

test('two seeds of the same moment are equal', () => {
  expect(buildWorld(days[0]!, 'hash')).toEqual(worlds.get(days[0]!))
})
