import fc from 'fast-check'
import { expect, test } from 'vitest'
import { searchTerms, searchText } from './search-terms.ts'

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

test('a search that is too long looks for its beginning, and never for everything', () => {
  const text = searchText(20)
  expect(text.parse('  Ana  ')).toBe('Ana')
  expect(text.parse('Saturday morning vinyasa flow')).toBe('Saturday morning vin')
  expect(text.parse('\u{1F9D8}'.repeat(30))).toBe('\u{1F9D8}'.repeat(20))
  expect([text.parse(undefined), text.parse(7)]).toEqual(['', ''])
})
