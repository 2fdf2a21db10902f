import fc from 'fast-check'
import { expect, test } from 'vitest'
import { instantToMs } from './instant.ts'
import { expand, parseRule } from './recurrence.ts'
import { addDays, isoWeekday, localDateTime } from './zone.ts'

const london = { timeZone: 'Europe/London', from: '2026-01-01', until: '2026-12-31' }

test('a Monday class stays at 07:00 when the clocks go back', () => {
  const starts = expand({
    ...london,
    firstStart: '2026-10-12T07:00',
    rrule: 'FREQ=WEEKLY;BYDAY=MO;COUNT=4',
  })

  expect(starts.map((s) => s.startsAt)).toEqual([
    '2026-10-12T06:00:00Z',
    '2026-10-19T06:00:00Z',
    '2026-10-26T07:00:00Z',
    '2026-11-02T07:00:00Z',
  ])
  expect(starts.map((s) => s.localStart.slice(11))).toEqual(['07:00', '07:00', '07:00', '07:00'])
})

test('a start in the spring gap moves forward and keeps its key', () => {
  const starts = expand({ ...london, firstStart: '2026-03-28T01:30', rrule: 'FREQ=DAILY;COUNT=3' })

  expect(starts[1]).toEqual({
    recurrenceKey: '2026-03-29T01:30',
    localStart: '2026-03-29T02:30',
    startsAt: '2026-03-29T01:30:00Z',
  })
  expect(starts[2]!.localStart).toBe('2026-03-30T01:30')
})

test('a start that happens twice is the first of the two', () => {
  const [start] = expand({ ...london, firstStart: '2026-10-25T01:30', rrule: '' })

  expect(start!.startsAt).toBe('2026-10-25T00:30:00Z')
})

test('except dates are left out and still count', () => {
  const starts = expand({
    ...london,
    firstStart: '2026-10-12T07:00',
    rrule: 'FREQ=WEEKLY;COUNT=4',
    exceptDates: ['2026-10-19'],
  })

  expect(starts.map((s) => s.recurrenceKey.slice(0, 10))).toEqual([
    '2026-10-12',
    '2026-10-26',
    '2026-11-02',
  ])
})

test('a window gives only its own days, both ends included', () => {
  const series = { ...london, firstStart: '2026-10-12T07:00', rrule: 'FREQ=WEEKLY;COUNT=4' }

  expect(expand({ ...series, from: '2026-10-19', until: '2026-10-26' })).toHaveLength(2)
  expect(expand({ ...series, from: '2026-10-20', until: '2026-10-25' })).toHaveLength(0)
  expect(expand({ ...series, from: '2026-10-20', until: '2026-10-19' })).toHaveLength(0)
})

test.each([
  ['UNTIL=20261026', 3],
  // 06:59 UTC is 06:59 on the wall that day, a minute before the class.
  ['UNTIL=20261026T065900Z', 2],
  ['UNTIL=20261026T070000Z', 3],
  // In summer time 06:00 UTC is 07:00 on the wall.
  ['UNTIL=20261019T060000Z', 2],
  ['UNTIL=20261019T055900Z', 1],
  ['UNTIL=20261019T070000', 2],
])('%s ends the series after %i starts', (until, n) => {
  expect(
    expand({ ...london, firstStart: '2026-10-12T07:00', rrule: `FREQ=WEEKLY;${until}` }),
  ).toHaveLength(n)
})

test.each([
  ['FREQ=HOURLY', 'too_fine'],
  ['FREQ=SECONDLY;COUNT=5', 'too_fine'],
  ['', 'not_a_rule'],
  ['hello', 'not_a_rule'],
  ['FREQ=WEEKLY;FREQ=DAILY', 'not_a_rule'],
  ['FREQ=FORTNIGHTLY', 'not_a_rule'],
  ['FREQ=DAILY;BYHOUR=1,2,3', 'unknown_part'],
  ['FREQ=DAILY;BYMINUTE=1', 'unknown_part'],
  ['FREQ=WEEKLY;FOO=1', 'unknown_part'],
  ['FREQ=WEEKLY;INTERVAL=0', 'bad_interval'],
  ['FREQ=WEEKLY;INTERVAL=1000000', 'bad_interval'],
  ['FREQ=WEEKLY;COUNT=99999999', 'bad_count'],
  ['FREQ=WEEKLY;UNTIL=tomorrow', 'bad_until'],
  ['FREQ=WEEKLY;UNTIL=20260230', 'bad_until'],
  ['FREQ=WEEKLY;COUNT=2;UNTIL=20261026', 'count_and_until'],
  ['FREQ=WEEKLY;BYDAY=XX', 'bad_days'],
  ['FREQ=WEEKLY;BYDAY=2MO', 'bad_days'],
  ['FREQ=MONTHLY;BYMONTHDAY=32', 'bad_days'],
  [`FREQ=WEEKLY;BYDAY=${'MO,'.repeat(100)}MO`, 'too_long'],
])('the rule %s is refused as %s', (text, reason) => {
  expect(parseRule(text)).toEqual({ ok: false, reason })
})

test('a rule that never comes true ends with nothing instead of running on', () => {
  expect(
    expand({
      ...london,
      firstStart: '2026-01-01T07:00',
      rrule: 'FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30',
    }),
  ).toEqual([])
})

test('a window of more than 500 days is refused', () => {
  expect(() =>
    expand({ ...london, until: '2028-01-01', firstStart: '2026-01-01T07:00', rrule: 'FREQ=DAILY' }),
  ).toThrow(RangeError)
})

test.each(['Europe/London', 'America/New_York', 'Australia/Lord_Howe', 'Asia/Kathmandu'])(
  'a weekly class in %s keeps its wall time through every clock change, and its instants stay in order',
  (timeZone) => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 364 }),
        fc.integer({ min: 0, max: 23 }),
        fc.integer({ min: 0, max: 59 }),
        fc.integer({ min: 1, max: 3 }),
        (day, hour, minute, interval) => {
          const first = addDays('2026-01-01', day)
          const time = `${String(hour).padStart(2, '0')}:${String(minute).padStart(2, '0')}`
          const starts = expand({
            firstStart: `${first}T${time}`,
            timeZone,
            rrule: `FREQ=WEEKLY;INTERVAL=${interval};COUNT=30`,
            from: first,
            until: addDays(first, 400),
          })
          expect(starts.length).toBe(Math.min(30, Math.floor(400 / (7 * interval)) + 1))
          starts.forEach((start, i) => {
            expect(start.recurrenceKey).toBe(`${addDays(first, 7 * interval * i)}T${time}`)
            expect(isoWeekday(start.localStart.slice(0, 10))).toBe(isoWeekday(first))
            expect(localDateTime(start.startsAt, timeZone)).toBe(start.localStart)
            // The wall time is the one asked for, unless the gap swallowed it (an hour; half an
            // hour on Lord Howe).
            if (start.localStart !== start.recurrenceKey) {
              expect(start.localStart > start.recurrenceKey).toBe(true)
              const before = instantToMs(start.startsAt) - 3_600_000
              expect(
                localDateTime(new Date(before).toISOString(), timeZone) < start.recurrenceKey,
              ).toBe(true)
            }
            if (i > 0) expect(start.startsAt > starts[i - 1]!.startsAt).toBe(true)
          })
        },
      ),
      { numRuns: 20 },
    )
  },
)
