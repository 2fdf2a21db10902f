import { expect, test } from 'vitest'
import { addMinutes } from '#app/values/instant.ts'
import { instantOf } from '#app/values/zone.ts'
import { readByFile, readByName } from '../../../tests/support/calendars.ts'
import { type CalendarEntry, calendarFile } from './calendar-file.ts'

const day = '2026-10-01T00:00:00Z'

const entry = (
  timeZone: string,
  startsAt: string,
  more: Partial<CalendarEntry> = {},
): CalendarEntry => ({
  id: 'abc',
  sequence: 0,
  state: 'confirmed',
  title: 'Yin yoga',
  startsAt,
  endsAt: addMinutes(startsAt, 60),
  timeZone,
  place: 'Canal Row',
  description: '',
  url: 'https://cadence.test/x',
  ...more,
})

test.each([
  [
    'Europe/London',
    [
      '2026-03-28T07:00',
      '2026-03-29T07:00',
      '2026-10-24T07:00',
      '2026-10-25T07:00',
      '2026-12-01T07:00',
    ],
  ],
  [
    'America/New_York',
    ['2026-03-07T07:00', '2026-03-08T07:00', '2026-10-31T07:00', '2026-11-01T07:00'],
  ],
  [
    'Australia/Lord_Howe',
    ['2026-04-04T18:30', '2026-04-05T18:30', '2026-10-03T18:30', '2026-10-04T18:30'],
  ],
  ['Asia/Kathmandu', ['2026-03-29T06:15', '2026-10-25T06:15']],
])('both readers find the instants of %s, on either side of its clock changes', (zone, wall) => {
  const starts = wall.map((local) => instantOf(local, zone))
  const text = calendarFile(
    'x',
    starts.map((at, i) => entry(zone, at, { id: `e${i}` })),
    day,
  )
  expect(text).toContain(`DTSTART;TZID=${zone}:${wall[0]!.replace(/[-:]/g, '')}00`)
  for (const read of [readByFile, readByName]) {
    const found = read(text)
    expect(found.map((one) => one.starts)).toEqual(starts)
    expect(found.map((one) => one.ends)).toEqual(starts.map((at) => addMinutes(at, 60)))
    expect(new Set(found.map((one) => one.zone))).toEqual(new Set([zone]))
  }
})

test('a class in the hour that the spring skips, and classes in and across the hour that autumn has twice', () => {
  const zone = 'Europe/London'
  const gap = instantOf('2026-03-29T01:30', zone)
  const [first, second] = ['2026-10-25T00:30:00Z', '2026-10-25T01:30:00Z']
  const text = calendarFile(
    'x',
    [gap, first, second].map((at, i) => entry(zone, at, { id: `e${i}` })),
    day,
  )
  for (const read of [readByFile, readByName]) {
    const found = read(text)
    expect(found.map((one) => one.starts)).toEqual(['2026-03-29T01:30:00Z', first, second])
    expect(found.map((one) => one.ends)).toEqual(
      [gap, first, second].map((at) => addMinutes(at, 60)),
    )
  }
  // The hour of Lord Howe is half an hour long.
  const howe = '2026-04-04T15:00:00Z'
  const read = readByFile(calendarFile('x', [entry('Australia/Lord_Howe', howe)], day))
  expect(read[0]).toMatchObject({ starts: howe, ends: addMinutes(howe, 60) })
})

test('lines end in CRLF, hold at most 75 octets, and nothing typed can add a line of its own', () => {
  const title = `Übung für ${'Ä'.repeat(90)}; a, b \\ c\r\nATTENDEE:mailto:x@example.test`
  const text = calendarFile(
    'x',
    [entry('Europe/London', '2026-10-12T06:00:00Z', { title, description: title })],
    day,
  )
  const lines = text.split('\r\n')
  expect(lines.join('')).not.toMatch(/[\r\n]/)
  expect(
    Math.max(...lines.map((line) => new TextEncoder().encode(line).length)),
  ).toBeLessThanOrEqual(75)
  expect(lines.filter((line) => line.startsWith('ATTENDEE'))).toEqual([])
  for (const read of [readByFile, readByName]) expect(read(text)).toHaveLength(1)
  expect(readByFile(text)[0]!.title.replaceAll('\r', '')).toBe(title.replaceAll('\r', ''))
})

test('calendar properties come before its components, and the file ends with CRLF', () => {
  for (const entries of [[], [entry('Europe/London', '2026-10-12T06:00:00Z')]]) {
    const text = calendarFile('Pole, Aerial; & \\ more', entries, day)
    expect(text.endsWith('END:VCALENDAR\r\n')).toBe(true)
    const [head = '', ...parts] = text.split(/(?=BEGIN:V(?:TIMEZONE|EVENT))/)
    for (const line of [
      'VERSION:2.0',
      'METHOD:PUBLISH',
      'REFRESH-INTERVAL;VALUE=DURATION:PT15M',
      'X-PUBLISHED-TTL:PT15M',
      'NAME:Pole\\, Aerial\\; & \\\\ more',
    ])
      expect(head.split('\r\n')).toContain(line)
    const behind = parts.join('').replace(/BEGIN:(V\w+)\r\n[\s\S]*?END:\1\r\n/g, '')
    expect(behind).toBe(entries.length > 0 ? 'END:VCALENDAR\r\n' : '')
  }
})

test('an empty calendar is one that both readers take', () => {
  const text = calendarFile('Northside', [], day)
  expect(readByFile(text)).toEqual([])
  expect(readByName(text)).toEqual([])
})
