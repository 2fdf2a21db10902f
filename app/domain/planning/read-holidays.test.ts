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
    unread: 0,
    holidays: [
      { name: 'Christmas, first', from: '2026-12-25', until: '2026-12-25' },
      { name: 'Boxing Day', from: '2026-12-26', until: '2026-12-26' },
      { name: 'Two days', from: '2026-12-31', until: '2027-01-01' },
    ],
  })
})

test('a yearly holiday is found in the next years', () => {
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

test('yearly rules that say the same day are read, others are counted and read once', () => {
  const from = (...rules: string[]) => {
    const read = readHolidays(file(day('20101225', 'Christmas', ...rules)), '2026-11-01')
    return [read?.holidays.map((one) => one.from), read?.unread]
  }
  const both = [['2026-12-25', '2027-12-25'], 0]
  for (const rule of ['BYMONTH=12;BYMONTHDAY=25', 'WKST=MO', 'COUNT=50', 'UNTIL=20401225'])
    expect(from(`RRULE:FREQ=YEARLY;${rule}`)).toEqual(both)
  expect(from('RRULE:FREQ=YEARLY;COUNT=17')).toEqual([['2026-12-25'], 0])
  expect(from('RRULE:FREQ=YEARLY;UNTIL=20261231T000000Z')).toEqual([['2026-12-25'], 0])
  expect(from('RRULE:FREQ=YEARLY', 'EXDATE;VALUE=DATE:20261225')).toEqual([['2027-12-25'], 0])
  expect(from('RRULE:FREQ=YEARLY;BYMONTH=5;BYDAY=-1MO')).toEqual([[], 1])
  expect(from('RRULE:FREQ=YEARLY', 'STATUS:CANCELLED')).toEqual([[], 0])
})

test('a whole day may be written as its midnights, a moment is none', () => {
  const text = file(
    ['DTSTART:20261225T000000', 'DTEND:20261226T000000', 'SUMMARY:Christmas'],
    ['DTSTART:20261231T000000', 'DTEND:20261231T000000', 'SUMMARY:Fireworks'],
  )
  expect(readHolidays(text, '2026-11-01')?.holidays).toEqual([
    { name: 'Christmas', from: '2026-12-25', until: '2026-12-25' },
  ])
})
