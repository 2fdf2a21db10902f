import { expect, test } from 'vitest'
import {
  clockTime,
  clockTimeAt,
  count,
  dayLong,
  dayTime,
  deadline,
  deadlineNear,
  money,
  ordinal,
  stampAt,
  zoneName,
} from './wording.ts'
import { instantOf, wallTime } from './zone.ts'

test('times are told of 24 hours, and of 12 in the United States', () => {
  expect(clockTime('2026-10-15T18:30', 'en-GB')).toBe('18:30')
  expect(clockTime('2026-10-15T18:30', 'en-US')).toBe('6:30 pm')
  expect(clockTime('2026-10-15T00:05', 'en-US')).toBe('12:05 am')
  expect(clockTime('2026-10-15T12:00', 'en-US')).toBe('12:00 pm')
  expect(dayTime('2026-10-15T18:30', 'en-GB')).toBe('Thu 18:30')
  expect(dayLong('2026-10-15', 'en-GB')).toBe('Thursday 15 October')
})

test('of an hour that happens twice the second is told as such, wherever a time is told', () => {
  const [first, second, zone] = ['2026-10-25T00:30:00Z', '2026-10-25T01:30:00Z', 'Europe/London']
  expect(clockTimeAt(first, zone, 'en-GB')).toBe('01:30')
  expect(clockTimeAt(second, zone, 'en-GB')).toBe('01:30 (after the clocks go back)')
  expect(clockTimeAt('2026-10-25T02:00:00Z', zone, 'en-GB')).toBe('02:00')
  expect(deadline(second, zone, 'en-GB')).toBe('Sun 25 Oct 01:30 (after the clocks go back)')
  expect(stampAt(second, zone)).toBe('2026-10-25 01:30 (after the clocks go back)')
  expect(clockTimeAt('2026-11-01T06:15:00Z', 'America/New_York', 'en-US')).toBe(
    '1:15 am (after the clocks go back)',
  )
  // Half an hour on Lord Howe, none where clocks stay.
  expect(wallTime('2026-04-04T15:10:00Z', 'Australia/Lord_Howe')).toBe('2026-04-05T01:40*')
  expect(wallTime('2026-04-04T15:30:00Z', 'Australia/Lord_Howe')).toBe('2026-04-05T02:00')
  expect(instantOf(wallTime(second, zone), zone)).toBe(second)
  expect(wallTime(second, 'Asia/Tokyo')).toBe('2026-10-25T10:30')
})

test('a deadline is told on the studio clock, as briefly as it stays clear', () => {
  const cutoff = '2026-10-24T22:00:00Z'
  expect(deadline(cutoff, 'Europe/London', 'en-GB')).toBe('Sat 24 Oct 23:00')
  expect(deadlineNear(cutoff, 'Europe/London', 'en-GB', '2026-10-24')).toBe('23:00')
  expect(deadlineNear(cutoff, 'Europe/London', 'en-GB', '2026-10-25')).toBe('Sat 23:00')
  expect(deadlineNear(cutoff, 'Europe/London', 'en-GB', '2026-10-31')).toBe('Sat 24 Oct 23:00')
})

test('money keeps the minor units of its currency', () => {
  expect(money(1_500, 'GBP', 'en-GB')).toBe('£15.00')
  expect(money(1, 'USD', 'en-US')).toBe('$0.01')
  expect(money(1_500, 'JPY', 'en-GB')).toBe('JP¥1,500')
})

test('numbers take their endings', () => {
  expect([1, 2, 3, 4, 11, 12, 13, 21, 22, 101, 111].map(ordinal).join(' ')).toBe(
    '1st 2nd 3rd 4th 11th 12th 13th 21st 22nd 101st 111th',
  )
  expect([count(1, 'credit'), count(2, 'credit'), count(0, 'class', 'classes')]).toEqual([
    '1 credit',
    '2 credits',
    '0 classes',
  ])
})

test('a zone has a name that people know', () => {
  const at = '2026-11-20T18:30:00Z'
  expect(zoneName('Europe/London', 'en-GB', at)).toBe('UK time')
  expect(zoneName('America/New_York', 'en-US', at)).toBe('Eastern Time')
  expect(zoneName('Asia/Kathmandu', 'en-GB', at)).toMatch(/Nepal|Kathmandu/)
})

test('a zone is called what it is called at the moment that is shown', () => {
  expect(zoneName('Europe/Kyiv', 'en-GB', '2026-11-20T18:30:00Z')).toBe('Eastern European Time')
  expect(zoneName('Europe/Kyiv', 'en-GB', '2026-11-20T18:30')).toBe('Eastern European Time')
  expect(zoneName('Europe/Kyiv', 'en-GB', '2026-11-20')).toBe('Eastern European Time')
  expect(zoneName('Europe/Kiev', 'en-GB', '2026-11-20')).toBe('Eastern European Time')
  // Volgograd went over to Moscow's time at the end of 2020.
  expect(zoneName('Europe/Volgograd', 'en-GB', '2020-06-01')).not.toBe(
    zoneName('Europe/Volgograd', 'en-GB', '2026-06-01'),
  )
  expect(zoneName('Asia/Yangon', 'en-GB', '2026-11-20')).toMatch(/Myanmar|Yangon/)
})
