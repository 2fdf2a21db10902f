import { expect, test } from 'vitest'
import type { Instant } from '#app/values/instant.ts'
import { playWorld, type World } from '../../scripts/demo/play-world.ts'
import {
  checkContract,
  checkCredits,
  checkCustoms,
  checkHistory,
  checkPlaces,
} from '../support/demo-checks.ts'

/** Hours that a fresh start may meet: days of a week, clock changes, turns of month and year. */
const moments: [string, Instant][] = [
  ['late on a Sunday', '2026-11-22T23:30:00Z'],
  ['ten past midnight on a Monday', '2026-11-23T00:10:00Z'],
  ['Saturday noon', '2026-11-28T12:00:00Z'],
  ['a Sunday between its classes', '2026-11-29T14:20:00Z'],
  ['the night the clocks go back in Britain', '2026-10-25T00:30:00Z'],
  ['the evening after', '2026-10-25T22:30:00Z'],
  ['the night the clocks go back in New York', '2026-11-01T05:30:00Z'],
  ['the night the clocks go forward in New York', '2027-03-14T06:55:00Z'],
  ['the night the clocks go forward in Britain', '2027-03-28T00:30:00Z'],
  ['ten minutes before the year ends', '2026-12-31T23:50:00Z'],
  ['a leap day', '2028-02-29T12:00:00Z'],
  ['a summer evening', '2027-06-02T17:30:00Z'],
]

test.each(moments)('a world filled %s keeps the contract and every rule', async (_when, now) => {
  const world = await playWorld(now)
  checkContract(world, now)
  checkPlaces(world)
  checkCredits(world)
  checkHistory(world, now)
  checkCustoms(world)
})

test('two worlds of one moment tell the same story', async () => {
  const now = moments[2]![1]
  expect(story(await playWorld(now))).toEqual(story(await playWorld(now)))
})

/** Who did what when, without the ids that use cases draw anew each time. */
const story = ({ shards }: World) =>
  Object.values(shards).map(({ bookings, entries, notices, occurrences }) => {
    const starts = new Map(occurrences!.map((row) => [row.id, `${row.local_start} ${row.room_id}`]))
    return [
      bookings!.map((row) => [
        row.person_id,
        starts.get(String(row.occurrence_id)),
        row.state,
        row.created_at,
      ]),
      entries!.map((row) => [row.lot_id, row.kind, row.amount, row.created_at]),
      notices!.map((row) => [row.person_id, row.kind, row.text, row.created_at]),
    ]
  })
