import fc from 'fast-check'
import { expect, test } from 'vitest'
import { instantFromMs } from './instant.ts'
import {
  addDays,
  ageOn,
  daysBetween,
  endOfDay,
  instantOf,
  isLocalDate,
  isoWeekday,
  isZone,
  listZones,
  localDateTime,
  mondayOf,
  presentZone,
  zoneNamed,
} from './zone.ts'

test.each([
  ['2026-10-15T18:30', 'Europe/London', '2026-10-15T17:30:00Z'],
  ['2026-12-15T18:30', 'Europe/London', '2026-12-15T18:30:00Z'],
  // The spring gap moves forward, the hour that comes twice is the first.
  ['2026-03-29T01:30', 'Europe/London', '2026-03-29T01:30:00Z'],
  ['2026-10-25T01:30', 'Europe/London', '2026-10-25T00:30:00Z'],
  ['2026-03-08T02:30', 'America/New_York', '2026-03-08T07:30:00Z'],
  ['2026-11-20T09:00', 'Asia/Kathmandu', '2026-11-20T03:15:00Z'],
])('%s in %s is %s', (local, zone, instant) => {
  expect(instantOf(local, zone)).toBe(instant)
})

test('an instant told on a wall is read back as the same instant, but for the hour that comes twice', () => {
  const zone = fc.constantFrom(
    'Europe/London',
    'America/New_York',
    'Australia/Lord_Howe',
    'Asia/Kathmandu',
  )
  const minute = fc.integer({ min: 29_000_000, max: 31_000_000 })
  fc.assert(
    fc.property(zone, minute, (where, at) => {
      const instant = instantFromMs(at * 60_000)
      const back = instantOf(localDateTime(instant, where), where)
      expect(back <= instant).toBe(true)
      expect(localDateTime(back, where)).toBe(localDateTime(instant, where))
    }),
    { numRuns: 200 },
  )
})

test('a day lasts to its end in the zone, also when it has 23 or 25 hours', () => {
  expect(endOfDay('2026-07-27', 'Europe/London')).toBe('2026-07-27T23:00:00Z')
  expect(endOfDay('2026-03-29', 'Europe/London')).toBe('2026-03-29T23:00:00Z')
  expect(endOfDay('2026-10-25', 'Europe/London')).toBe('2026-10-26T00:00:00Z')
})

test('weeks begin on Monday and days are counted over months and years', () => {
  expect(mondayOf('2026-10-18')).toBe('2026-10-12')
  expect(mondayOf('2026-10-12')).toBe('2026-10-12')
  expect(isoWeekday('2026-10-18')).toBe(7)
  expect(addDays('2026-12-31', 1)).toBe('2027-01-01')
  expect(addDays('2028-03-01', -1)).toBe('2028-02-29')
  expect(daysBetween('2026-10-20', '2026-10-30')).toBe(10)
})

test.each([
  ['2026-02-28', true],
  ['2026-02-29', false],
  ['2026-2-28', false],
  ['28-02-2026', false],
  ['1934-05-06', true],
  ['0000-01-01', false],
  ['9999-12-31', false],
  ['', false],
])('%s is a date: %s', (text, is) => {
  expect(isLocalDate(text)).toBe(is)
})

test.each([
  ['Europe/London', true],
  ['Mars/Olympus', false],
  ['', false],
  ['+01:00', false],
])('%s is a zone: %s', (text, is) => {
  expect(isZone(text)).toBe(is)
})

test('zones are offered by the names they have today, once each, and the runtime knows them all', () => {
  const zones = listZones()
  expect(zones).toEqual(expect.arrayContaining(['Europe/Kyiv', 'Asia/Kolkata', 'America/Nuuk']))
  for (const before of ['Europe/Kiev', 'Asia/Calcutta', 'America/Godthab', 'Asia/Saigon'])
    expect(zones).not.toContain(before)
  expect(new Set(zones).size).toBe(zones.length)
  expect(zones.filter((zone) => !isZone(zone))).toEqual([])
  expect(presentZone('Asia/Katmandu')).toBe('Asia/Kathmandu')
})

test.each([
  ['Europe/London', 'Europe/London'],
  ['europe/kyiv', 'Europe/Kyiv'],
  ['Europe/Kiev', 'Europe/Kyiv'],
  ['America/New York', 'America/New_York'],
  ['America/New_York', 'America/New_York'],
  [' kolkata ', 'Asia/Kolkata'],
  ['ho chi minh', 'Asia/Ho_Chi_Minh'],
  ['UTC', 'UTC'],
  ['Mars/Olympus', null],
  ['Atlantis', null],
  ['', null],
])('%s is the zone %s', (typed, zone) => {
  expect(zoneNamed(typed)).toBe(zone)
})

test('an age counts whole years, and a birthday of 29 February comes on 1 March', () => {
  expect(ageOn('1994-11-12', '2026-11-12')).toBe(32)
  expect(ageOn('1994-11-13', '2026-11-12')).toBe(31)
  expect(ageOn('2004-02-29', '2026-02-28')).toBe(21)
  expect(ageOn('2004-02-29', '2026-03-01')).toBe(22)
})
