import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addMinutes, instantFromMs } from '#app/values/instant.ts'
import { addDays, instantOf } from '#app/values/zone.ts'
import { calendarAxis, inLanes, piecesOn } from './calendar-axis.ts'

const zone = 'Europe/London'
const at = (local: string, minutes: number, where = zone) => {
  const startsAt = instantOf(local, where)
  return { startsAt, endsAt: addMinutes(startsAt, minutes) }
}
const onlyDay = (date: string, items: { startsAt: string; endsAt: string }[], where = zone) => {
  const axis = calendarAxis([date], where, items)
  return { axis, pieces: piecesOn(axis, axis.days[0]!, items) }
}
const names = (rows: { hour: number; again: boolean }[]) =>
  rows.map(({ hour, again }) => (again ? `${hour}b` : `${hour}`))

test('a day is shown from 8 to 20, and longer where something is earlier or later', () => {
  expect(names(onlyDay('2026-11-20', []).axis.rows)).toHaveLength(12)
  const { axis, pieces } = onlyDay('2026-11-20', [
    at('2026-11-20T06:30', 45),
    at('2026-11-20T20:00', 60),
  ])
  expect([names(axis.rows)[0], names(axis.rows).at(-1)]).toEqual(['6', '20'])
  expect(pieces.map(({ from, until }) => [from, until])).toEqual([
    [30, 75],
    [840, 900],
  ])
})

test('an hour that comes twice has two rows, and what lasts through it is as long as it lasts', () => {
  const { axis, pieces } = onlyDay('2026-10-25', [
    at('2026-10-25T00:30', 120),
    at('2026-10-25T03:00', 60),
  ])
  expect(names(axis.rows).slice(0, 5)).toEqual(['0', '1', '1b', '2', '3'])
  expect(axis.days[0]!.longer).toBe(60)
  expect(pieces.map(({ from, until }) => [from, until])).toEqual([
    [30, 150],
    [240, 300],
  ])
})

test('the hour that spring leaves out has no row on its day, and is a gap where other days have it', () => {
  const alone = onlyDay('2026-03-29', [at('2026-03-29T00:30', 60)])
  expect(names(alone.axis.rows).slice(0, 3)).toEqual(['0', '2', '3'])
  expect(alone.pieces).toMatchObject([{ from: 30, until: 90 }])

  const items = [at('2026-03-29T00:30', 60), at('2026-03-28T01:00', 60)]
  const axis = calendarAxis(['2026-03-28', '2026-03-29'], zone, items)
  expect(axis.days.map(({ gaps }) => gaps)).toEqual([[], [1]])
  // From 00:30 to 02:30 on the wall, over the gap.
  expect(piecesOn(axis, axis.days[1]!, items)).toMatchObject([{ from: 30, until: 150 }])
})

test('a class that crosses midnight is on both days and says so', () => {
  const party = at('2026-11-20T22:00', 180)
  const axis = calendarAxis(['2026-11-20', '2026-11-21'], zone, [party])
  const pieces = axis.days.map((day) => piecesOn(axis, day, [party])[0]!)
  expect(pieces.map(({ from, until, before, after }) => ({ from, until, before, after }))).toEqual([
    { from: 22 * 60, until: 24 * 60, before: false, after: true },
    { from: 0, until: 60, before: true, after: false },
  ])
})

const zones = ['Europe/London', 'America/New_York', 'Australia/Lord_Howe', 'America/Havana', 'UTC']
const span = fc
  .tuple(fc.integer({ min: 0, max: 7 * 288 }), fc.integer({ min: 1, max: 144 }))
  .map(([start, length]) => ({ start: start * 5, minutes: length * 5 }))
const scene = fc.record({
  where: fc.constantFrom(...zones),
  monday: fc.constantFrom(
    '2026-03-23',
    '2026-03-09',
    '2026-10-19',
    '2026-10-26',
    '2026-03-30',
    '2026-11-16',
  ),
  spans: fc.array(span, { maxLength: 40 }),
  most: fc.integer({ min: 1, max: 6 }),
})

test('whatever is on, each piece is placed once or told, and no two share a cell', () => {
  fc.assert(
    fc.property(scene, ({ where, monday, spans, most }) => {
      const begin = Date.parse(instantOf(`${monday}T00:00`, where))
      const items = spans.map(({ start, minutes }, id) => {
        const startsAt = instantFromMs(begin + start * 60_000)
        return { id, startsAt, endsAt: addMinutes(startsAt, minutes) }
      })
      const dates = Array.from({ length: 8 }, (_, i) => addDays(monday, i))
      const axis = calendarAxis(dates, where, items)
      const seen = new Set<number>()
      for (const day of axis.days) {
        const pieces = piecesOn(axis, day, items)
        const { placed, more } = inLanes(pieces, most)
        expect(placed.length + more.length).toBe(pieces.length)
        const cells = new Set<string>()
        for (const { item, from, until, lane, lanes } of placed) {
          seen.add(item.id)
          expect(from).toBeGreaterThanOrEqual(0)
          expect(until).toBeGreaterThan(from)
          expect(until).toBeLessThanOrEqual(axis.rows.length * 60)
          expect(lane).toBeLessThan(lanes)
          expect(lanes).toBeLessThanOrEqual(most)
          for (let minute = from; minute < until; minute += 5) {
            const cell = `${lane} ${minute}`
            expect(cells.has(cell)).toBe(false)
            cells.add(cell)
          }
        }
        // Of one group all count the same lanes, so that the cells of different counts do not lie
        // over each other.
        for (const a of placed)
          for (const b of placed)
            if (a.from < b.until && b.from < a.until) expect(a.lanes).toBe(b.lanes)
        for (const { item } of more) seen.add(item.id)
      }
      expect(seen.size).toBe(items.length)
    }),
    { numRuns: 60 },
  )
})

test('a piece is as long as it lasts wherever no gap and no least height is in between', () => {
  fc.assert(
    fc.property(fc.constantFrom(...zones), span, (where, { start, minutes }) => {
      const startsAt = instantFromMs(
        Date.parse(instantOf('2026-10-24T00:00', where)) + start * 60_000,
      )
      const item = { startsAt, endsAt: addMinutes(startsAt, minutes) }
      const dates = Array.from({ length: 9 }, (_, i) => addDays('2026-10-24', i))
      const lengths = dates.map((date) => {
        const axis = calendarAxis([date], where, [item])
        return piecesOn(axis, axis.days[0]!, [item]).reduce(
          (sum, { from, until }) => sum + until - from,
          0,
        )
      })
      const total = lengths.reduce((sum, n) => sum + n, 0)
      // Half an hour that comes twice is in an hour's row: Lord Howe alone bridges half a row.
      if (where !== 'Australia/Lord_Howe') expect(total).toBeGreaterThanOrEqual(minutes)
      if (where !== 'Australia/Lord_Howe' && minutes >= 30)
        expect(total - minutes).toBeLessThanOrEqual(15)
    }),
    { numRuns: 200 },
  )
})
