import fc from 'fast-check'
import { expect, test } from 'vitest'
import { passwordProblem, weaknessesOf } from './password-rule.ts'

const symbols = 'lower_upper_letters_digits_symbols'

test.each([
  ['any', 'aaaaaaaa', []],
  ['letters_digits', 'aaaaaaaa', ['characters']],
  ['letters_digits', 'AAAAAAA1', []],
  ['lower_upper_letters_digits', 'aaaaaaa1', ['characters']],
  ['lower_upper_letters_digits', 'aaaaaaA1', []],
  [symbols, 'aaaaaaA1', ['characters']],
  [symbols, 'aaaaa A1!', []],
  [symbols, 'aA1', ['length', 'characters']],
] as const)('with %s, %s lacks %j', (characters, password, expected) => {
  expect(weaknessesOf(password, { minLength: 8, characters })).toEqual(expected)
})

test('length is counted in characters, the limit of 72 in bytes', () => {
  const rule = { minLength: 8, characters: 'any' as const }
  expect(passwordProblem('😀'.repeat(8), rule)).toBeNull()
  expect(passwordProblem('😀'.repeat(7), rule)).toBe('too_short')
  expect(passwordProblem('ü'.repeat(36), rule)).toBeNull()
  expect(passwordProblem('ü'.repeat(37), rule)).toBe('too_long')
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 90 }), (password) => {
      const bytes = Buffer.byteLength(password)
      expect(passwordProblem(password, rule) === 'too_long').toBe(bytes > 72)
    }),
  )
})
