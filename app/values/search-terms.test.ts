import fc from 'fast-check'
import { expect, test } from 'vitest'
import { searchTerms } from './search-terms.ts'

test('each word becomes a quoted beginning', () => {
  expect(searchTerms(' pole  Léeds ')).toBe('"pole"* "Léeds"*')
})

test('text without a word has no terms', () => {
  expect(searchTerms('%% "* --')).toBe('')
})

test('nothing that is typed becomes an operator', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (typed) => {
      expect(searchTerms(typed)).toMatch(/^("[\p{L}\p{N}]+"\*( |$))*$/u)
    }),
  )
})
