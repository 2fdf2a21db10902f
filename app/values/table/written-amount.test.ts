import { expect, test } from 'vitest'
import { readAmount } from './written-amount.ts'

test('amounts are read as files write them, and those in another currency are none', () => {
  const read = (text: string) => readAmount(text, 'GBP')
  expect(read('49')).toBe(4900)
  expect(read('£1,200.50')).toBe(120_050)
  expect(read('1.200,50')).toBe(120_050)
  expect(read('49,90')).toBe(4990)
  expect(read('1,000')).toBe(100_000)
  expect(read('49.0000')).toBe(4900)
  expect(read('GBP 49.90')).toBe(4990)
  expect(read('-12.00')).toBe(-1200)
  expect(read('£-12')).toBe(-1200)
  expect(read('(12.00)')).toBe(-1200)
  expect(read('0.00')).toBe(0)
  expect(read('€49')).toBeNull()
  expect(read('49 EUR')).toBeNull()
  expect(read('12.345678')).toBeNull()
  expect(read('lots')).toBeNull()
  expect(read('')).toBeNull()
  expect(readAmount('€ 49,90', 'EUR')).toBe(4990)
  expect(readAmount('1,200', 'JPY')).toBe(1200)
})
