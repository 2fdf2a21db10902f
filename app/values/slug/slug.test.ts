import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isSlug, slugFrom, slugsInstead } from './slug.ts'

test('a slug is made of the letters and figures of a name', () => {
  expect(slugFrom("Zoë's Café & Yoga 24/7")).toBe('zoes-cafe-yoga-24-7')
  expect(slugFrom('=cmd|calc')).toBe('cmd-calc')
  expect(slugFrom('道場')).toBe('')
})

test('every name gives a slug or a text too short to be one', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 120 }), (name) => {
      const slug = slugFrom(name)
      expect(slug.length < 2 || isSlug(slug)).toBe(true)
    }),
  )
})

test('a slug has no capitals, dots, slashes or hyphens at its ends', () => {
  for (const text of ['N', 'North', 'a.b', 'a/b', '-a', 'a-', 'a--b', '', 'a'.repeat(41)])
    expect(isSlug(text)).toBe(false)
})

test('suggested addresses are always valid slugs, those with the town first', () => {
  expect(slugsInstead('northside', 'Leeds')[0]).toBe('northside-leeds')
  expect(slugsInstead('yoga-leeds', 'Leeds')[0]).toBe('yoga-leeds-studio')
  for (const slug of slugsInstead('a'.repeat(40), 'Stratford-upon-Avon'))
    expect(isSlug(slug)).toBe(true)
})
