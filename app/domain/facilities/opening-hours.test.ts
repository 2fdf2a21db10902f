import { expect, test } from 'vitest'
import { hoursLines, keptHours, parseHours } from './opening-hours.ts'

const open = { from: '06:30', until: '21:00' }
const short = { from: '09:00', until: '14:00' }
const week = [open, open, open, open, open, short, null]

test('hours are kept as they were entered, and a week without any tells nothing', () => {
  const kept = keptHours(week)
  expect(kept).toBe('06:30-21:00,06:30-21:00,06:30-21:00,06:30-21:00,06:30-21:00,09:00-14:00,')
  expect(parseHours(kept)).toEqual(week)
  expect(keptHours([null, null, null, null, null, null, null])).toBe('')
  expect(parseHours('')).toBe(null)
})

test('neighboring days of the same hours are one line, and that of today is marked', () => {
  expect(hoursLines(keptHours(week), 'en-GB', '2026-10-14')).toEqual([
    { days: 'Monday to Friday', hours: '06:30 to 21:00', today: true },
    { days: 'Saturday', hours: '09:00 to 14:00', today: false },
    { days: 'Sunday', hours: 'Closed', today: false },
  ])
  const two = keptHours([open, open, short, short, short, short, short])
  expect(hoursLines(two, 'en-US', '2026-10-18')).toEqual([
    { days: 'Monday and Tuesday', hours: '6:30 am to 9:00 pm', today: false },
    { days: 'Wednesday to Sunday', hours: '9:00 am to 2:00 pm', today: true },
  ])
  expect(hoursLines('', 'en-GB', '2026-10-18')).toEqual([])
})
