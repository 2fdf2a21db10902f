import { expect, test } from 'vitest'
import { hoursOf, locationForm } from './facility-forms.ts'
import { hoursLines, keptHours, parseHours } from './opening-hours.ts'

const open = [{ from: '06:30', until: '21:00' }]
const short = [{ from: '09:00', until: '14:00' }]
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

test('a day that closes in between is kept with both its hours, and reads so', () => {
  const split = [
    { from: '06:30', until: '10:00' },
    { from: '16:00', until: '21:00' },
  ]
  const kept = keptHours([split, split, open, null, null, null, null])
  expect(kept).toBe('06:30-10:00+16:00-21:00,06:30-10:00+16:00-21:00,06:30-21:00,,,,')
  expect(parseHours(kept)?.slice(0, 3)).toEqual([split, split, open])
  expect(hoursLines(kept, 'en-GB', '2026-10-14')[0]).toEqual({
    days: 'Monday and Tuesday',
    hours: '06:30 to 10:00 and 16:00 to 21:00',
    today: false,
  })
})

test('second hours of a day come after the first, and not without them', () => {
  const form = (hours: Record<string, string>) =>
    locationForm.safeParse({ key: 'abcdefgh1234', name: 'Canal Row', ...hours })
  const good = form({ moFrom: '06:30', moUntil: '10:00', moFrom2: '16:00', moUntil2: '21:00' })
  expect(good.data && hoursOf(good.data)).toBe('06:30-10:00+16:00-21:00,,,,,,')
  const wrong = (hours: Record<string, string>) =>
    form(hours).error?.issues.map(({ path }) => path.join())
  expect(wrong({ moFrom2: '16:00', moUntil2: '21:00' })).toEqual(['moFrom2'])
  expect(wrong({ moFrom: '06:30', moUntil: '17:00', moFrom2: '16:00', moUntil2: '21:00' })).toEqual(
    ['moFrom2'],
  )
  expect(wrong({ moFrom: '06:30', moUntil: '10:00', moFrom2: '16:00' })).toEqual(['moUntil2'])
})
