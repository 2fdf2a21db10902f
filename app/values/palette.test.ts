import { expect, test } from 'vitest'
import {
  coloursOf,
  contrast,
  gradientStops,
  gradients,
  namedColours,
  palette,
  paletteCss,
  parseHex,
  pickedColour,
  signInk,
  themeColours,
} from './palette.ts'

test('the palette holds six theme colours, thirty named ones, twenty-eight gradients and two monochromes', () => {
  expect(themeColours.map(({ label }) => label)).toEqual([
    'Default',
    'Primary',
    'Secondary',
    'Success',
    'Danger',
    'Warning',
  ])
  expect(namedColours).toHaveLength(30)
  expect(namedColours.slice(3, 6)).toEqual([
    { label: 'Light blue 700', value: 'var(--light-blue-700)', css: '#0288d1' },
    { label: 'Light blue 500', value: 'var(--light-blue-500)', css: '#03a9f4' },
    { label: 'Light blue 300', value: 'var(--light-blue-300)', css: '#4fc3f7' },
  ])
  expect(gradients.map(({ label }) => label)).toEqual([
    ...Array.from({ length: 28 }, (_, i) => `Gradient ${i + 1}`),
    'Monochrome 1',
    'Monochrome 2',
  ])
  expect(new Set(palette.map(({ value }) => value)).size).toBe(66)
})

test('the styles define each variable of the palette once, as the palette has it', () => {
  const css = paletteCss()
  for (const { value, css: held } of palette) {
    const variable = value.slice(4, -1)
    expect(css.split(`${variable}:${held}`), value).toHaveLength(2)
    expect(css, value).toContain(`[data-colour="${variable.slice(2)}"]{background:${value}}`)
  }
})

test('gradients are offered only where they are asked for', () => {
  expect(coloursOf({})).toHaveLength(36)
  expect(coloursOf({ gradients: true })).toHaveLength(66)
  expect(coloursOf({ theme: false })).toHaveLength(30)
})

test('a named colour and a gradient are stored as their reference, a colour of someone’s own as # plus hex', () => {
  expect(pickedColour('var(--blue-700)', '#ffffff', {})).toBe('var(--blue-700)')
  expect(pickedColour('var(--gradient-3)', '', { gradients: true })).toBe('var(--gradient-3)')
  expect(pickedColour('own', '#A1B2C3', {})).toBe('#a1b2c3')
  expect(pickedColour('#a1b2c3', '', {})).toBe('#a1b2c3')
  expect(pickedColour('', '#a1b2c3', {})).toBe('')
})

test('a colour that a place does not offer, and what is no colour, are not taken', () => {
  expect(pickedColour('var(--gradient-3)', '', {})).toBeNull()
  expect(pickedColour('var(--theme-primary)', '', { theme: false })).toBeNull()
  expect(pickedColour('own', 'red;}', {})).toBeNull()
  expect(pickedColour('url(//elsewhere)', '', { gradients: true })).toBeNull()
  expect(parseHex('#12345')).toBeNull()
  expect(parseHex('abcdef')).toBe('#abcdef')
})

test('a sign can be seen on every colour of the palette, and on any other', () => {
  const requested = [
    ...palette.flatMap((colour) => {
      const stops = gradientStops(colour)
      if (stops) return [[...stops]]
      return colour.css.startsWith('#') ? [[colour.css]] : []
    }),
    ...Array.from({ length: 512 }, (_, i) => {
      const parts = [i >> 6, (i >> 3) & 7, i & 7]
      return [`#${parts.map((part) => (part * 36).toString(16).padStart(2, '0')).join('')}`]
    }),
  ]
  for (const folderOwner of requested) {
    for (const hex of folderOwner) {
      expect(contrast(signInk(folderOwner), hex), folderOwner.join(' ')).toBeGreaterThanOrEqual(3)
    }
  }
})

test('black on white is 21 to 1', () => {
  expect(contrast('#ffffff', '#000000')).toBeCloseTo(21, 1)
  expect(contrast('#ffffff', '#ffffff')).toBe(1)
})
