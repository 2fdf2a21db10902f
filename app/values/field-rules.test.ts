import fc from 'fast-check'
import { expect, test } from 'vitest'
import { wholeNumberRules } from './field-rules.ts'

/** What a browser makes of a pattern: all of the text, by the newest rules of expressions. */
const accepts = (pattern: string | undefined, text: string) =>
  new RegExp(`^(?:${pattern})$`, 'v').test(text)

const bound = fc.integer({ min: -12_000, max: 12_000 })

test('the pattern of a whole number accepts the numbers between its bounds and no others', () => {
  fc.assert(
    fc.property(bound, bound, bound, (one, other, typed) => {
      const [least, most] = [Math.min(one, other), Math.max(one, other)]
      const { pattern } = wholeNumberRules(least, most)
      for (const value of [typed, least - 1, least, most, most + 1])
        expect(accepts(pattern, String(value)), `${value} in ${least} to ${most}`).toBe(
          value >= least && value <= most,
        )
    }),
    { numRuns: 400 },
  )
})

test('a number without an end goes on, and one without bounds may be below nothing', () => {
  expect(['7', '10', '99999'].every((n) => accepts(wholeNumberRules(7, null).pattern, n))).toBe(
    true,
  )
  expect(accepts(wholeNumberRules(7, null).pattern, '6')).toBe(false)
  expect(accepts(wholeNumberRules(null, null).pattern, '-40')).toBe(true)
})

test('words, fractions and signs are no whole numbers; spaces and leading noughts do no harm', () => {
  const { pattern } = wholeNumberRules(5, 1_440)
  for (const wrong of ['abc', '', '-5', '7.5', '1e2', '1,440', '5 6', '4', '1441'])
    expect(accepts(pattern, wrong), wrong).toBe(false)
  for (const fine of ['5', ' 60 ', '060', '1440']) expect(accepts(pattern, fine), fine).toBe(true)
})

test('the sentence says which numbers are meant', () => {
  expect(wholeNumberRules(5, 1_440).title).toBe('Enter a whole number from 5 to 1,440')
  expect(wholeNumberRules(0, null).title).toBe('Enter a whole number, 0 or more')
})
