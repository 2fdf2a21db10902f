import { expect, test } from 'vitest'
import { textParts } from './text-parts.ts'

test('160 usual characters are one part of a text, 161 are two', () => {
  expect(textParts('a'.repeat(160))).toEqual({ length: 160, parts: 1, special: '' })
  expect(textParts('a'.repeat(161)).parts).toBe(2)
  expect(textParts('a'.repeat(306)).parts).toBe(2)
  expect(textParts('a'.repeat(307)).parts).toBe(3)
})

test('one special character makes the parts of a text shorter and is named', () => {
  expect(textParts(`${'a'.repeat(69)}’`)).toEqual({ length: 70, parts: 1, special: '’' })
  expect(textParts(`${'a'.repeat(70)}’`).parts).toBe(2)
})

test('a euro sign or a bracket counts as two characters', () => {
  expect(textParts('€10 [today]')).toMatchObject({ length: 14, parts: 1, special: '' })
})
