import { expect, test } from 'vitest'
import { readHolidays } from './read-holidays.ts'

const file = (...events: string[][]) =>
  [
    ...['BEGIN:VCALENDAR', 'VERSION:2.0'],
    ...events.flatMap((lines) => ['BEGIN:VEVENT', ...lines, 'END:VEVENT']),
    'END:VCALENDAR',
  ].join('\r\n')

const day = (start: string, summary: string, ...more: string[]) => [
  ...[`DTSTART;VALUE=DATE:${start}`, `SUMMARY:${summary}`],
  ...more,
]

test('whole days to come are read in order, each once, with folded and escaped names', () => {
  const text = file(
    day('20261226', 'Boxing\r\n  Day'),
    day('20261225', 'Christmas\\, first', 'DTEND;VALUE=DATE:20261226'),
    day('20261225', 'Christmas\\, first'),
    day('20250101', 'Long over'),
    ['DTSTART:20261224T120000Z', 'SUMMARY:At noon'],
    day('20261231', 'Two days', 'DTEND;VALUE=DATE:20270102'),
  )
  expect(readHolidays(text, '2026-11-01')).toEqual({
    more: 0,
    holidays: [
      { name: 'Christmas, first', from: '2026-12-25', until: '2026-12-25' },
      { name: 'Boxing Day', from: '2026-12-26', until: '2026-12-26' },
      { name: 'Two days', from: '2026-12-31', until: '2027-01-01' },
    ],
  })
})

test('what comes each year is found in the next ones', () => {
  const text = file(day('20200106', 'Epiphany', 'RRULE:FREQ=YEARLY'))
  expect(readHolidays(text, '2026-11-01')?.holidays.map(({ from }) => from)).toEqual([
    '2027-01-06',
    '2028-01-06',
  ])
})

test('of ten thousand days the next sixty are shown and the others counted; other files are none', () => {
  const events = Array.from({ length: 10_000 }, (_, i) =>
    day('20261225', `Day ${String(i).padStart(5, '0')}`),
  )
  const read = readHolidays(file(...events), '2026-11-01')
  expect(read?.holidays).toHaveLength(60)
  expect(read?.more).toBe(9_940)
  expect(readHolidays('name,date\nChristmas,2026-12-25', '2026-11-01')).toBe(null)
})
