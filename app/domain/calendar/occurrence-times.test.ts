import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addMinutes, minutesBetween } from '#app/values/instant.ts'
import { deadline } from '#app/values/wording.ts'
import { localDateTime } from '#app/values/zone.ts'
import { declineUntil, occurrenceTimes } from './occurrence-times.ts'

const policy = {
  opensDays: 7,
  closesMinutes: 10,
  cancelMinutes: 720,
  waitlistClosesMinutes: 120,
  declineMinutes: 30,
  blackoutFrom: '',
  blackoutUntil: '',
}
const night = { ...policy, blackoutFrom: '22:00', blackoutUntil: '07:00' }
const times = (localStart: string, over: Partial<typeof policy> = {}, timeZone = 'Europe/London') =>
  occurrenceTimes({ localStart, minutes: 60, timeZone, policy: { ...policy, ...over } })

test('windows are counted back from the start', () => {
  expect(times('2026-10-15T18:30')).toEqual({
    startsAt: '2026-10-15T17:30:00Z',
    endsAt: '2026-10-15T18:30:00Z',
    creditCutoffAt: null,
    feeCutoffAt: null,
    localStart: '2026-10-15T18:30',
    cutoffAt: '2026-10-15T05:30:00Z',
    opensAt: '2026-10-08T17:30:00Z',
    closesAt: '2026-10-15T17:20:00Z',
    waitlistClosesAt: '2026-10-15T15:30:00Z',
  })
})

test('twelve elapsed hours before Sunday 10:00 is Saturday 23:00 on the night the clocks go back', () => {
  expect(deadline(times('2026-10-25T10:00').cutoffAt, 'Europe/London', 'en-GB')).toBe(
    'Sat 24 Oct 23:00',
  )
})

test('booking opens at the wall time of the class, also across a clock change', () => {
  expect(localDateTime(times('2026-10-26T07:00').opensAt, 'Europe/London')).toBe('2026-10-19T07:00')
})

test('a class that opens at once has been open for ever', () => {
  expect(times('2026-10-26T07:00', { opensDays: 0 }).opensAt).toBe('1970-01-01T00:00:00Z')
})

test.each([
  // A 3 hour window before an 08:00 class would end at 05:00: it ends the evening before.
  ['2026-10-15T08:00', 180, '22:00', '07:00', '2026-10-14T22:00'],
  ['2026-10-15T11:00', 720, '22:00', '07:00', '2026-10-14T22:00'],
  ['2026-10-15T10:00', 180, '22:00', '07:00', '2026-10-15T07:00'],
  ['2026-10-15T10:00', 720, '22:00', '07:00', '2026-10-14T22:00'],
  ['2026-10-15T09:59', 720, '22:00', '07:00', '2026-10-14T21:59'],
  ['2026-10-15T06:00', 180, '00:30', '05:30', '2026-10-15T00:30'],
  ['2026-10-15T06:00', 180, '', '', '2026-10-15T03:00'],
])(
  'a class at %s with %i minutes and a night from %s to %s can be cancelled until %s',
  (start, minutes, from, until, cutoff) => {
    const { cutoffAt } = times(start, {
      cancelMinutes: minutes,
      blackoutFrom: from,
      blackoutUntil: until,
    })
    expect(localDateTime(cutoffAt, 'Europe/London')).toBe(cutoff)
  },
)

test('the cut-off is the elapsed minutes exactly, whatever the zone and the day', () => {
  fc.assert(
    fc.property(
      fc.constantFrom('Europe/London', 'America/New_York', 'Australia/Lord_Howe', 'Asia/Kathmandu'),
      fc.integer({ min: 0, max: 364 * 24 * 60 }),
      fc.integer({ min: 0, max: 3 * 24 * 60 }),
      (timeZone, minute, cancelMinutes) => {
        const localStart = addMinutes('2026-01-01T00:00:00Z', minute).slice(0, 16)
        const { startsAt, cutoffAt, endsAt } = times(localStart, { cancelMinutes }, timeZone)
        expect(minutesBetween(cutoffAt, startsAt)).toBe(cancelMinutes)
        expect(minutesBetween(startsAt, endsAt)).toBe(60)
      },
    ),
    { numRuns: 50 },
  )
})

test('a cut-off never falls in the night and never comes later than the elapsed minutes say', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 364 * 24 * 60 }),
      fc.integer({ min: 0, max: 2_880 }),
      (minute, cancelMinutes) => {
        const localStart = addMinutes('2026-01-01T00:00:00Z', minute).slice(0, 16)
        const { startsAt, cutoffAt } = times(localStart, { ...night, cancelMinutes })
        const clock = localDateTime(cutoffAt, 'Europe/London').slice(11)
        expect(clock >= '07:00' && clock <= '22:00').toBe(true)
        expect(cutoffAt <= addMinutes(startsAt, -cancelMinutes)).toBe(true)
      },
    ),
    { numRuns: 50 },
  )
})

const promotedAt = (now: string, over: Partial<typeof policy> = {}) => {
  const { startsAt, cutoffAt } = times('2026-10-15T18:30', over)
  return declineUntil({
    now,
    startsAt,
    cutoffAt,
    timeZone: 'Europe/London',
    policy: { ...policy, ...over },
  })
}

test('a person promoted inside the window may decline for half an hour', () => {
  expect(promotedAt('2026-10-15T14:30:00Z')).toBe('2026-10-15T15:00:00Z')
})

test('a person promoted at the cut-off or before needs no decline', () => {
  expect(promotedAt('2026-10-15T05:30:00Z')).toBeNull()
  expect(promotedAt('2026-10-15T05:30:01Z')).toBe('2026-10-15T06:00:01Z')
})

test('declining never lasts past the start', () => {
  expect(promotedAt('2026-10-15T17:20:00Z')).toBe('2026-10-15T17:30:00Z')
})

test('a decline deadline in the night waits for the morning', () => {
  expect(promotedAt('2026-10-15T02:00:00Z', { ...night, cancelMinutes: 2_880 })).toBe(
    '2026-10-15T06:00:00Z',
  )
})
