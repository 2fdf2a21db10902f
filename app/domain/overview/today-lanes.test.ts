import { expect, test } from 'vitest'
import { todayLanes } from './today-lanes.ts'
import type { BoardClass } from './today-page.server.ts'

const entry = (
  id: string,
  [from, until]: readonly [string, string],
  more: Partial<BoardClass> = {},
): BoardClass => ({
  id,
  title: `${id} for all`,
  shortName: id,
  coachId: 'c',
  coachName: 'Ines',
  roomName: 'Hall',
  // London is an hour ahead of UTC on this day.
  localStart: `2026-10-13T${from}`,
  startsAt: `2026-10-13T${utc(from)}:00Z`,
  endsAt: `2026-10-13T${utc(until)}:00Z`,
  state: 'scheduled',
  capacity: 8,
  walkIns: 0,
  booked: 8,
  came: 3,
  waiting: 0,
  firstTimers: 0,
  ...more,
})
const utc = (clock: string) =>
  `${String(Number(clock.slice(0, 2)) - 1).padStart(2, '0')}${clock.slice(2)}`

const reader = { now: '2026-10-13T12:00:00Z', timeZone: 'Europe/London', locale: 'en-GB' }

test('each room is a lane of the hours from the first class to the last, with a line at now', () => {
  const lanes = todayLanes(
    [
      entry('Sunrise', ['07:30', '08:30']),
      entry('Pole', ['12:30', '13:30'], { roomName: 'Attic', booked: 5 }),
      entry('Yin', ['16:00', '17:00']),
    ],
    reader,
  )

  expect(lanes?.hours.map(({ name }) => name)).toEqual([
    '07',
    '08',
    '09',
    '10',
    '11',
    '12',
    '13',
    '14',
    '15',
    '16',
  ])
  expect(lanes?.rooms).toMatchObject([
    { name: 'Attic', blocks: [{ name: 'Pole', look: 'now', note: '5 of 8', from: 55, width: 10 }] },
    {
      name: 'Hall',
      blocks: [
        { look: 'over', note: '3 came', from: 5 },
        { look: 'ahead', note: 'Full', from: 90 },
      ],
    },
  ])
  expect(lanes?.now).toBe(60)
})

test('a name has the room until the next class in its lane, and ends in dots where that is too little', () => {
  const lanes = todayLanes(
    [
      entry('Long name of a class', ['07:00', '07:45']),
      entry('Handstands', ['12:00', '12:45']),
      entry('Hoop', ['12:45', '13:30']),
      entry('Last', ['20:00', '21:00']),
    ],
    reader,
  )

  expect(lanes?.rooms[0]?.blocks.map(({ name }) => name)).toEqual([
    'Long name of a class',
    'Han…',
    'Hoop',
    'Last',
  ])
})

test('two things in one room at one time stand in lanes of their own, and a day without any has no picture', () => {
  const lanes = todayLanes(
    [
      entry('One', ['10:00', '11:00']),
      entry('Two', ['10:30', '11:30']),
      entry('Three', ['11:00', '12:00']),
    ],
    reader,
  )

  expect(lanes?.rooms.map(({ name, blocks }) => [name, blocks.map((block) => block.name)])).toEqual(
    [
      ['Hall', ['One', 'Three']],
      ['', ['Two']],
    ],
  )
  expect(todayLanes([], reader)).toBe(null)
})
