import { expect, test } from 'vitest'
import { isPeak, keptPeakHours, parsePeakHours, peakWords } from './peak-hours.ts'

const evenings = '12345 17:00-20:00'

test('peak hours are kept as they were entered, and days without times are none', () => {
  const spans = [
    { days: [1, 2, 3, 4, 5], from: '17:00', until: '20:00' },
    { days: [6], from: '09:00', until: '12:00' },
  ]
  expect(keptPeakHours([...spans, { days: [], from: '', until: '' }])).toBe(
    '12345 17:00-20:00,6 09:00-12:00',
  )
  expect(parsePeakHours('12345 17:00-20:00,6 09:00-12:00')).toEqual(spans)
  expect(parsePeakHours('')).toEqual([])
})

test('a class at their first minute is in peak hours, and one at their last is not', () => {
  expect(isPeak(evenings, '2026-10-15T16:59')).toBe(false)
  expect(isPeak(evenings, '2026-10-15T17:00')).toBe(true)
  expect(isPeak(evenings, '2026-10-15T19:59')).toBe(true)
  expect(isPeak(evenings, '2026-10-15T20:00')).toBe(false)
  expect(isPeak(evenings, '2026-10-17T18:00')).toBe(false)
  expect(isPeak('', '2026-10-15T18:00')).toBe(false)
})

test('they are times on the wall, before and after a change of clocks', () => {
  const sundays = '7 01:00-03:00'
  for (const day of ['2026-10-18', '2026-10-25', '2027-03-28']) {
    expect(isPeak(sundays, `${day}T00:59`)).toBe(false)
    expect(isPeak(sundays, `${day}T01:30`)).toBe(true)
    expect(isPeak(sundays, `${day}T03:00`)).toBe(false)
  }
})

test('they are said in words', () => {
  expect(peakWords(evenings, 'en-GB')).toBe('Monday to Friday, 17:00 to 20:00')
  expect(peakWords('67 09:00-12:00,1234567 18:00-19:00', 'en-GB')).toBe(
    'Saturday and Sunday, 09:00 to 12:00; Every day, 18:00 to 19:00',
  )
  expect(peakWords('135 06:00-08:00', 'en-US')).toBe(
    'Monday, Wednesday and Friday, 6:00 am to 8:00 am',
  )
})
