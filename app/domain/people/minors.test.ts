import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addDays } from '#app/values/zone.ts'
import { adultsBornBy, isMinor } from './minors.ts'

test('people are minors until their eighteenth birthday, and nobody is without a date of birth', () => {
  expect(isMinor('2008-11-13', '2026-11-12')).toBe(true)
  expect(isMinor('2008-11-12', '2026-11-12')).toBe(false)
  expect(isMinor('2008-02-29', '2026-02-28')).toBe(true)
  expect(isMinor('2008-02-29', '2026-03-01')).toBe(false)
  expect(isMinor(null, '2026-11-12')).toBe(false)
})

test('the day that SQL compares with parts minors from adults as the rule does', () => {
  fc.assert(
    fc.property(fc.nat(9_000), fc.nat(9_000), (born, today) => {
      const [birth, day] = [addDays('1995-01-01', born), addDays('2020-01-01', today)]
      expect(birth > adultsBornBy(day)).toBe(isMinor(birth, day))
    }),
  )
})
