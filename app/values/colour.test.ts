import fc from 'fast-check'
import { expect, test } from 'vitest'
import { hexFrom, studioAccent, studioColourFrom, studioColoursCss } from './colour.ts'

test('a hue near the error colour moves to the nearer edge', () => {
  expect(studioAccent({ hue: 20, chroma: 130 }).hue).toBe(355)
  expect(studioAccent({ hue: 30, chroma: 130 }).hue).toBe(55)
  expect(studioAccent({ hue: 356, chroma: 130 }).hue).toBe(355)
  expect(studioAccent({ hue: 335, chroma: 130 })).toEqual({ hue: 335, chroma: 130 })
})

test('no wish is refused, and what is used is never within 30 degrees of the error colour', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: -1000, max: 1000 }),
      fc.integer({ min: -50, max: 5000 }),
      (hue, chroma) => {
        const used = studioAccent({ hue, chroma })
        const distance = Math.abs(((used.hue - 25 + 540) % 360) - 180)
        expect(distance).toBeGreaterThanOrEqual(30)
        expect(used.chroma).toBeGreaterThanOrEqual(0)
        expect(used.chroma).toBeLessThanOrEqual(160)
      },
    ),
  )
})

test('chroma stays within what a screen can show of the hue', () => {
  expect(studioAccent({ hue: 300, chroma: 400 }).chroma).toBe(160)
  expect(studioAccent({ hue: 190, chroma: 400 }).chroma).toBeLessThan(100)
})

test('a list of studios gets one rule for each colour', () => {
  const css = studioColoursCss([
    { hue: 255, chroma: 120 },
    { hue: 255, chroma: 120 },
    { hue: 300, chroma: 100 },
  ])
  expect(css).toBe(
    '[data-hue="255-120"]{--hue:255;--chroma:0.12}[data-hue="300-100"]{--hue:300;--chroma:0.1}',
  )
})

test('a hex colour gives the hue and chroma that make it, at our lightness', () => {
  for (const hue of [0, 75, 155, 195, 265, 300, 335]) {
    const hex = hexFrom({ lightness: 0.51, chroma: 0.08, hue })
    const found = studioColourFrom(hex)
    expect(Math.abs(found.chroma - 80), hex).toBeLessThanOrEqual(2)
    expect(Math.abs(((found.hue - hue + 540) % 360) - 180), hex).toBeLessThanOrEqual(2)
  }
  expect(studioColourFrom('#808080').chroma).toBe(0)
})
