import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addDays, daysBetween } from '../zone.ts'
import {
  anchorOf,
  type BillingAnchor,
  type BillingPeriod,
  daysInCommon,
  periodAfter,
  periodOf,
} from './billing-period.ts'

const starts = (anchor: BillingAnchor, first: string, many: number) => {
  const periods: BillingPeriod[] = [periodOf(anchor, first)]
  while (periods.length < many) periods.push(periodAfter(anchor, periods.at(-1)!))
  return periods.map(({ from }) => from)
}

test('an anchor on the 31st is clamped to the end of the month and comes back', () => {
  expect(starts(anchorOf('month', '2027-01-31'), '2027-01-31', 5)).toEqual([
    '2027-01-31',
    '2027-02-28',
    '2027-03-31',
    '2027-04-30',
    '2027-05-31',
  ])
  expect(starts(anchorOf('month', '2028-01-30'), '2028-01-30', 3)[1]).toBe('2028-02-29')
})

test('a year has twelve monthly periods and thirteen of four weeks', () => {
  const within = (anchor: BillingAnchor) =>
    starts(anchor, '2027-01-01', 20).filter((from) => from < '2027-12-31').length
  expect(within(anchorOf('month', '2027-01-01'))).toBe(12)
  expect(within(anchorOf('four_weeks', '2027-01-01'))).toBe(13)
})

test('days that two spans have in common', () => {
  const april = { from: '2027-04-01', until: '2027-04-30' }
  expect(daysInCommon(april, { from: '2027-04-11', until: '2027-04-20' })).toBe(10)
  expect(daysInCommon(april, { from: '2027-04-21', until: null })).toBe(10)
  expect(daysInCommon(april, { from: '2027-05-01', until: null })).toBe(0)
})

const day = fc.integer({ min: 0, max: 20_000 }).map((n) => addDays('1990-01-01', n))
const anyAnchor = fc.oneof(
  fc.integer({ min: 1, max: 31 }).map((n) => anchorOf('month', '2026-01-01', n)),
  fc
    .tuple(fc.constantFrom('week' as const, 'four_weeks' as const), day)
    .map(([i, d]) => anchorOf(i, d)),
)

test('each day lies in one period, and periods follow each other without a gap', () => {
  fc.assert(
    fc.property(anyAnchor, day, (anchor, date) => {
      const period = periodOf(anchor, date)
      expect(period.from <= date && date <= period.until).toBe(true)
      expect(daysBetween(period.from, period.until) + 1).toBe(period.days)
      expect(periodOf(anchor, period.until)).toEqual(period)
      expect(periodAfter(anchor, period).from).toBe(addDays(period.until, 1))
    }),
  )
})
