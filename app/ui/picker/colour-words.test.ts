import { expect, test } from 'vitest'
import { colourChoice, colourWords, ownHex } from './colour-words.ts'

test('an empty value shows as #ffffff', () => {
  expect(colourWords('')).toBe('#ffffff')
  expect(ownHex('')).toBe('#ffffff')
  expect(colourChoice('')).toBe('')
})

test('an entry of the palette is told by its name, any other colour by its hex', () => {
  expect(colourWords('var(--light-blue-700)')).toBe('Light blue 700')
  expect(colourWords('var(--monochrome-1)')).toBe('Monochrome 1')
  expect(colourWords('#a1b2c3')).toBe('#a1b2c3')
})

test('a colour of someone’s own checks the button beside the field that holds it', () => {
  expect(colourChoice('#a1b2c3')).toBe('own')
  expect(colourChoice('var(--red-300)')).toBe('var(--red-300)')
  expect(ownHex('#A1B2C3')).toBe('#a1b2c3')
  expect(ownHex('var(--red-300)')).toBe('#ffffff')
})
