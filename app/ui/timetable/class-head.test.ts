import { expect, test } from 'vitest'
import { placesSentence } from './class-head.tsx'

test('places are counted, and one alone is named as the only one', () => {
  expect(placesSentence(4, 8)).toBe('4 of 8 places left.')
  expect(placesSentence(0, 8)).toBe('All 8 places are taken.')
  expect(placesSentence(1, 1)).toBe('The only place is free.')
  expect(placesSentence(4, 8, 2)).toBe(
    '4 of 8 places left. 2 more are kept for people who come without booking.',
  )
  expect(placesSentence(0, 8, 1)).toBe(
    'All 8 places are taken. 1 more is kept for people who come without booking.',
  )
  expect(placesSentence(0, 1)).toBe('The only place is taken.')
})
