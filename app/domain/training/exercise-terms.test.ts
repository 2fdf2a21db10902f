import fc from 'fast-check'
import { expect, test } from 'vitest'
import { spellingsOf } from '#app/values/search-terms.ts'
import { searchPatterns, termOf, termsOf } from './exercise-terms.ts'

test.each([
  ['Pull-Ups', 'pulup'],
  ['dumbbell', 'dumbel'],
  ['dumbell', 'dumbel'],
  ['Presses', 'prese'],
  ['Press', 'press'.replace('ss', 's')],
  ['Cônes', 'cone'],
  ['abs', 'abs'],
])('%s becomes %s', (word, term) => {
  expect(termOf(word)).toBe(term)
})

test('a name is found by its words and by neighbors written as one', () => {
  const terms = termsOf({
    name: 'Wide-Grip Pull Up',
    aliases: ['Chin over bar'],
    equipment: 'other',
    category: 'strength',
    primaryMuscles: ['lats'],
  })
  const weights = Object.fromEntries(terms.map(({ term, weight }) => [term, weight]))
  expect(weights).toMatchObject({
    wide: 3,
    grip: 3,
    widegrip: 3,
    pul: 3,
    up: 3,
    pulup: 3,
    chin: 2,
    lat: 1,
  })
})

test('two words one slip apart share a spelling, whatever the slip', () => {
  const word = fc.stringMatching(/^[a-z]{5,12}$/)
  fc.assert(
    fc.property(word, fc.nat(11), fc.constantFrom('a', 'q'), (right, at, letter) => {
      const i = at % (right.length - 1)
      const slips = [
        right.slice(0, i) + right.slice(i + 1),
        right.slice(0, i) + letter + right.slice(i),
        right.slice(0, i) + letter + right.slice(i + 1),
        right.slice(0, i) + right[i + 1] + right[i] + right.slice(i + 2),
      ]
      const known = new Set(spellingsOf(right))
      for (const slip of slips)
        expect(spellingsOf(slip).some((spelling) => known.has(spelling))).toBe(true)
    }),
  )
})

test('two typed words are also looked for as one, and at most six count', () => {
  expect(searchPatterns('pul up').patterns.map(({ mask, term }) => [mask, term])).toEqual([
    [1, 'pul'],
    [2, 'up'],
    [3, 'pulup'],
  ])
  expect(searchPatterns(' -- "(* ').words).toBe(0)
  expect(searchPatterns('a b c d e f g h i').words).toBe(6)
})
