import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  allocate,
  highestPriceMinor,
  lastParts,
  parseMinor,
  percentOf,
  shareOf,
  taxInside,
  typedMinor,
} from './money.ts'

test('an amount is read to the minor unit of its currency', () => {
  expect(parseMinor('12', 'GBP')).toBe(1_200)
  expect(parseMinor(' £12.5 ', 'GBP')).toBe(1_250)
  expect(parseMinor('19,99', 'EUR')).toBe(1_999)
  expect(parseMinor('1.10', 'USD')).toBe(110)
  expect(parseMinor('1500', 'JPY')).toBe(1_500)
})

test('a text that is no amount of the currency is refused', () => {
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

test('parts of an amount sum to it, are equal but for the last, and none is below nothing', () => {
  expect(allocate(9_000, 6)).toEqual([1_500, 1_500, 1_500, 1_500, 1_500, 1_500])
  expect(allocate(10_000, 3)).toEqual([3_333, 3_333, 3_334])
  expect(allocate(5, 9)).toEqual([0, 0, 0, 0, 0, 0, 0, 0, 5])
  fc.assert(
    fc.property(
      fc.nat({ max: highestPriceMinor }),
      fc.integer({ min: 1, max: 60 }),
      (minor, parts) => {
        const shares = allocate(minor, parts)
        expect(shares.reduce((sum, share) => sum + share, 0)).toBe(minor)
        expect(new Set(shares.slice(0, -1)).size).toBeLessThanOrEqual(1)
        expect(Math.min(...shares)).toBeGreaterThanOrEqual(0)
      },
    ),
  )
})

test('missed and remaining parts add up to the whole, however it is divided', () => {
  expect(lastParts(9_000, 6, 4)).toBe(6_000)
  expect(lastParts(10_000, 3, 1)).toBe(3_334)
  expect(lastParts(9_000, 6, 0)).toBe(0)
  fc.assert(
    fc.property(
      fc.nat({ max: highestPriceMinor }),
      fc.integer({ min: 1, max: 60 }),
      fc.nat(),
      (minor, parts, n) => {
        const some = n % (parts + 1)
        const missed = allocate(minor, parts)
          .slice(0, parts - some)
          .reduce((sum, share) => sum + share, 0)
        expect(missed + lastParts(minor, parts, some)).toBe(minor)
      },
    ),
  )
})

test('a percentage is rounded half-up and never above the whole', () => {
  expect(percentOf(101, 50)).toBe(51)
  expect(percentOf(3_333, 33)).toBe(1_100)
  fc.assert(
    fc.property(
      fc.nat({ max: highestPriceMinor }),
      fc.integer({ min: 0, max: 100 }),
      (minor, percent) => {
        const part = percentOf(minor, percent)
        expect(Math.abs(part - (minor * percent) / 100)).toBeLessThanOrEqual(0.5)
        expect(part).toBeLessThanOrEqual(minor)
      },
    ),
  )
})

test('a share of an amount is rounded half up by its size, so a credit mirrors its charge', () => {
  expect(shareOf(7_500, 14, 30)).toBe(3_500)
  expect(shareOf(1, 1, 2)).toBe(1)
  expect(shareOf(-1, 1, 2)).toBe(-1)
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: highestPriceMinor }),
      fc.integer({ min: 1, max: 400 }),
      fc.nat(400),
      (minor, whole, some) => {
        const part = Math.min(some, whole)
        const share = shareOf(minor, part, whole)
        expect(Math.abs(share * whole - minor * part) * 2).toBeLessThanOrEqual(whole)
        expect(shareOf(-minor, part, whole) + share).toBe(0)
        expect(shareOf(minor, whole, whole)).toBe(minor)
      },
    ),
  )
})

test('the tax inside a price is what the net amount and the rate come to', () => {
  expect(taxInside(12_000, 2_000)).toBe(2_000)
  expect(taxInside(7_500, 2_000)).toBe(1_250)
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: highestPriceMinor }),
      fc.constantFrom(0, 500, 700, 1_900, 2_000, 887),
      (net, rate) => {
        const tax = Math.floor((net * rate) / 10_000 + 0.5)
        expect(Math.abs(taxInside(net + tax, rate) - tax)).toBeLessThanOrEqual(1)
      },
    ),
  )
})
