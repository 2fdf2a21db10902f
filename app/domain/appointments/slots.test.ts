import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addMinutes, type Instant, instantFromMs } from '#app/values/instant.ts'
import { localDateTime } from '#app/values/zone.ts'
import { freeSlots, hoursOn, type SlotQuestion, type Span } from './slots.ts'
import { hoursForm } from './type-form.ts'

const question = (more: Partial<SlotQuestion> = {}): SlotQuestion => ({
  hours: hoursOn(
    '2026-10-13',
    [{ weekday: 2, from: '09:00', until: '13:00', timeZone: 'Europe/London' }],
    [],
  ),
  minutes: 60,
  bufferBefore: 0,
  bufferAfter: 15,
  gridMinutes: 15,
  timeZone: 'Europe/London',
  bound: [],
  rooms: [{ id: 'room', taken: [] }],
  earliest: '2026-01-01T00:00:00Z',
  latest: '2027-01-01T00:00:00Z',
  ...more,
})
const walls = (asked: SlotQuestion) =>
  freeSlots(asked).map(({ startsAt }) => localDateTime(startsAt, asked.timeZone).slice(11, 16))
const local = (time: string) => `2026-10-13T${time}:00Z`

test('the buffer binds the coach, not the room and not the end of the hours', () => {
  // British Summer Time: 10:00 on the wall is 09:00 UTC.
  const taken = [{ from: local('09:00'), until: local('10:00') }]
  expect(walls(question({ rooms: [{ id: 'room', taken }] }))).toEqual([
    '09:00',
    '11:00',
    '11:15',
    '11:30',
    '11:45',
    '12:00',
  ])
  // The same hour taught by the coach: the buffer after must be over before it begins.
  expect(walls(question({ bound: taken }))).not.toContain('09:00')
})

test('a second room is in where the first is taken', () => {
  const rooms = [
    { id: 'first', taken: [{ from: local('08:00'), until: local('12:00') }] },
    { id: 'second', taken: [] },
  ]
  expect(new Set(freeSlots(question({ rooms })).map(({ roomId }) => roomId))).toEqual(
    new Set(['second']),
  )
})

test('a date away has no hours, part of a day away has the rest, and extra hours are put on top', () => {
  const zone = 'Europe/London'
  const weekly = [{ weekday: 2, from: '09:00', until: '13:00', timeZone: zone }]
  const dated = (kind: 'away' | 'extra', from: string, until: string) => ({
    date: '2026-10-13',
    kind,
    from,
    until,
    timeZone: zone,
  })
  expect(hoursOn('2026-10-13', weekly, [dated('away', '00:00', '24:00')])).toEqual([])
  expect(hoursOn('2026-10-13', weekly, [dated('away', '10:00', '11:00')])).toEqual([
    { from: local('08:00'), until: local('09:00') },
    { from: local('10:00'), until: local('12:00') },
  ])
  expect(hoursOn('2026-10-13', weekly, [dated('extra', '12:00', '15:00')])).toEqual([
    { from: local('08:00'), until: local('14:00') },
  ])
  expect(hoursOn('2026-10-14', weekly, [dated('extra', '12:00', '15:00')])).toEqual([])
})

test('an hour that the spring change skips has no starts', () => {
  const hours = hoursOn(
    '2026-03-29',
    [{ weekday: 7, from: '00:00', until: '04:00', timeZone: 'Europe/London' }],
    [],
  )
  // 01:00 to 02:00 does not exist in London that night.
  expect(walls(question({ hours, gridMinutes: 30 }))).toEqual([
    '00:00',
    '00:30',
    '02:00',
    '02:30',
    '03:00',
  ])
})

test('an hour that happens twice has its starts twice, at different instants', () => {
  const hours = hoursOn(
    '2026-10-25',
    [{ weekday: 7, from: '00:30', until: '03:00', timeZone: 'Europe/London' }],
    [],
  )
  const starts = freeSlots(question({ hours, gridMinutes: 30 })).map(({ startsAt }) => startsAt)
  expect(
    starts.filter((startsAt) => localDateTime(startsAt, 'Europe/London').endsWith('T01:30')),
  ).toEqual(['2026-10-25T00:30:00Z', '2026-10-25T01:30:00Z'])
})

test('a zone of half hours has its grid on its own wall', () => {
  const timeZone = 'Asia/Kolkata'
  const hours = hoursOn('2026-10-13', [{ weekday: 2, from: '09:00', until: '12:00', timeZone }], [])
  expect(walls(question({ hours, timeZone, gridMinutes: 60 }))).toEqual(['09:00', '10:00', '11:00'])
})

const day = Date.parse('2026-10-25T00:00:00Z')
const span = fc.tuple(fc.integer({ min: 0, max: 280 }), fc.integer({ min: 1, max: 36 })).map(
  ([from, length]): Span => ({
    from: instantFromMs(day + from * 300_000),
    until: instantFromMs(day + (from + length) * 300_000),
  }),
)

test('every start keeps to the hours, the coach, the room and the grid, and no such start is left out', () => {
  fc.assert(
    fc.property(
      fc.record({
        bound: fc.array(span, { maxLength: 5 }),
        taken: fc.array(span, { maxLength: 5 }),
        minutes: fc.integer({ min: 3, max: 24 }).map((n) => n * 5),
        bufferBefore: fc.constantFrom(0, 10, 15),
        bufferAfter: fc.constantFrom(0, 15, 30),
        gridMinutes: fc.constantFrom(5, 15, 20, 30, 60),
        timeZone: fc.constantFrom(
          'Europe/London',
          'Australia/Lord_Howe',
          'Asia/Kolkata',
          'America/New_York',
        ),
      }),
      ({ taken, ...more }) => {
        const hours = [
          { from: instantFromMs(day + 3_600_000), until: instantFromMs(day + 12 * 3_600_000) },
        ]
        const asked = question({ ...more, hours, rooms: [{ id: 'room', taken }] })
        const fits = (startsAt: Instant) => {
          const endsAt = addMinutes(startsAt, asked.minutes)
          const wall = localDateTime(startsAt, asked.timeZone)
          const apart = (spans: readonly Span[], from: Instant, until: Instant) =>
            spans.every((other) => other.until <= from || other.from >= until)
          return (
            startsAt >= hours[0]!.from &&
            endsAt <= hours[0]!.until &&
            (Number(wall.slice(11, 13)) * 60 + Number(wall.slice(14, 16))) % asked.gridMinutes ===
              0 &&
            apart(
              asked.bound,
              addMinutes(startsAt, -asked.bufferBefore),
              addMinutes(endsAt, asked.bufferAfter),
            ) &&
            apart(taken, startsAt, endsAt)
          )
        }
        const all = Array.from({ length: 13 * 12 }, (_, i) => instantFromMs(day + i * 300_000))
        expect(freeSlots(asked).map(({ startsAt }) => startsAt)).toEqual(all.filter(fits))
      },
    ),
    { numRuns: 150 },
  )
})

test('hours are taken of a date that exists only', () => {
  const typed = { act: 'dated', coachId: 'dee', kind: 'away', from: '09:00', until: '13:00' }
  expect(hoursForm.safeParse({ ...typed, date: '2026-10-13' }).success).toBe(true)
  for (const date of ['2026-13-45', '2026-02-30', '0000-00-00', '9999-12-31', ''])
    expect(hoursForm.safeParse({ ...typed, date }).success).toBe(false)
})
