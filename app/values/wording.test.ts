import { expect, test } from 'vitest'
import {
  clockTime,
  count,
  dayLong,
  dayTime,
  deadline,
  deadlineNear,
  money,
  ordinal,
  zoneName,
} from './wording.ts'

test('times are told of 24 hours, and of 12 in the United States', () => {
  expect(clockTime('2026-10-15T18:30', 'en-GB')).toBe('18:30')
  expect(clockTime('2026-10-15T18:30', 'en-US')).toBe('6:30 pm')
  expect(clockTime('2026-10-15T00:05', 'en-US')).toBe('12:05 am')
  expect(clockTime('2026-10-15T12:00', 'en-US')).toBe('12:00 pm')
  expect(dayTime('2026-10-15T18:30', 'en-GB')).toBe('Thu 18:30')
  expect(dayLong('2026-10-15', 'en-GB')).toBe('Thursday 15 October')
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
  expect(zoneName('Europe/London', 'en-GB')).toBe('UK time')
  expect(zoneName('America/New_York', 'en-US')).toBe('Eastern Time')
  expect(zoneName('Asia/Kathmandu', 'en-GB')).toMatch(/Nepal|Kathmandu/)
})
