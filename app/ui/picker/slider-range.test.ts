import { expect, test } from 'vitest'
import { digitPause, digitsAfter, sliderDefaults, typedValue } from './slider-range.ts'

test('a slider goes from 0 to 100 in steps of 1, and typed digits wait for 350 ms', () => {
  expect(sliderDefaults).toEqual({ min: 0, max: 100, step: 1 })
  expect(digitPause).toBe(350)
})

test('digits gather, other keys do not', () => {
  expect(digitsAfter('', '4')).toBe('4')
  expect(digitsAfter('4', '2')).toBe('42')
  expect(digitsAfter('4', 'a')).toBeNull()
  expect(digitsAfter('4', 'ArrowUp')).toBeNull()
})

test('typed digits set the nearest step within the range', () => {
  expect(typedValue('42', sliderDefaults)).toBe(42)
  expect(typedValue('420', sliderDefaults)).toBe(100)
  expect(typedValue('2', { min: 5, max: 50, step: 5 })).toBe(5)
  expect(typedValue('13', { min: 5, max: 50, step: 5 })).toBe(15)
  expect(typedValue('99', { min: 0, max: 10, step: 3 })).toBe(9)
  expect(typedValue('1', { min: 0, max: 2, step: 0.1 })).toBe(1)
})
