import fc from 'fast-check'
import { expect, test } from 'vitest'
import { highestPriceMinor, parseMinor, typedMinor } from './money.ts'

test('an amount is read to the minor unit of its currency', () => {
  expect(parseMinor('12', 'GBP')).toBe(1_200)
  expect(parseMinor(' £12.5 ', 'GBP')).toBe(1_250)
  expect(parseMinor('19,99', 'EUR')).toBe(1_999)
  expect(parseMinor('1.10', 'USD')).toBe(110)
  expect(parseMinor('1500', 'JPY')).toBe(1_500)
})

test('what is no amount of the currency is refused', () => {
  for (const text of ['', '-1', '1e3', '12.345', '1.2.3', 'free', '=1+1', '100001', '1,000.00']) {
    expect(parseMinor(text, 'GBP')).toBe(null)
  }
  expect(parseMinor('12.5', 'JPY')).toBe(null)
})

test('an amount that was written out is read as the same', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: highestPriceMinor }),
      fc.constantFrom('GBP', 'JPY', 'USD'),
      (minor, currency) => {
        expect(parseMinor(typedMinor(minor, currency), currency)).toBe(minor)
      },
    ),
  )
})
