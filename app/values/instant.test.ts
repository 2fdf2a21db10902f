import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addMinutes, instantFromMs, instantToMs, minutesBetween, parseInstant } from './instant.ts'

test.each([
  ['2026-10-15T17:30:00Z', '2026-10-15T17:30:00Z'],
  ['2026-10-15T18:30:00+01:00', '2026-10-15T17:30:00Z'],
  ['2026-10-15T17:30:00.999Z', '2026-10-15T17:30:00Z'],
  ['2026-10-15T17:30Z', '2026-10-15T17:30:00Z'],
  ['2026-10-15T17:30:00', null],
  ['2026-13-15T17:30:00Z', null],
  ['2026-10-15', null],
  ['now', null],
  ['', null],
])('%s is read as %s', (text, instant) => {
  expect(parseInstant(text)).toBe(instant)
})

test('text order is time order, and minutes are elapsed minutes', () => {
  const second = fc.integer({ min: 0, max: 4_102_444_799 })
  fc.assert(
    fc.property(second, second, fc.integer({ min: -100_000, max: 100_000 }), (a, b, minutes) => {
      const [x, y] = [instantFromMs(a * 1_000), instantFromMs(b * 1_000)]
      expect(x < y).toBe(a < b)
      expect(instantToMs(x)).toBe(a * 1_000)
      if (a + minutes * 60 >= 0) expect(minutesBetween(x, addMinutes(x, minutes))).toBe(minutes)
    }),
    { numRuns: 100 },
  )
})
