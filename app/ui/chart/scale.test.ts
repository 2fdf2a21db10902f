import fc from 'fast-check'
import { expect, test } from 'vitest'
import { scaleOf, shareOn, tintOf } from './scale.ts'

test('every value lies on its scale, and its steps are few', () => {
  const amount = fc.integer({ min: -5_000_000, max: 500_000_000 })
  fc.assert(
    fc.property(fc.array(amount, { minLength: 1, maxLength: 30 }), (values) => {
      const scale = scaleOf(values)
      for (const value of values) {
        expect(shareOn(scale, value)).toBeGreaterThanOrEqual(0)
        expect(shareOn(scale, value)).toBeLessThanOrEqual(1)
      }
      expect(scale.ticks.length).toBeLessThanOrEqual(8)
      expect(scale.ticks.length).toBeGreaterThanOrEqual(2)
    }),
  )
})

test('a scale starts at nothing where that is near, and near its values where it is not', () => {
  expect(scaleOf([120, 480]).least).toBe(0)
  expect(scaleOf([38_000_00, 38_960_00]).least).toBeGreaterThan(30_000_00)
  expect(scaleOf([]).ticks).toEqual([0, 1])
})

test('tints go from nothing to all in six steps', () => {
  expect([0, 0.1, 0.17, 0.5, 0.99, 1, 1.4].map(tintOf)).toEqual([0, 0, 1, 2, 5, 5, 5])
})
