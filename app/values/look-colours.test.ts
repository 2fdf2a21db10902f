import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { hexFrom } from './colour.ts'
import { leastContrast, lookColours, measuredUses } from './look-colours.ts'

const css = readFileSync(`${import.meta.dirname}/../styles/tokens.css`, 'utf8')
const [light, dark] = css.split('@media (prefers-color-scheme: dark)') as [string, string]

test('a preview is drawn with the colours of tokens.css', () => {
  const studio = { hue: 335, chroma: 130 }
  for (const [scheme, source] of [
    ['light', light],
    ['dark', dark],
  ] as const)
    for (const [name, hex] of Object.entries(lookColours(studio, scheme))) {
      const words = new RegExp(`--${name}: oklch\\((.+?)\\);`)
        .exec(source)?.[1]
        ?.replace('calc(var(--chroma) * .75)', String(0.13 * 0.75))
        .replace('var(--chroma)', '.13')
        .replace('var(--hue)', '335')
        .split(/\s+/)
      const [lightness, chroma, hue] = (words ?? []).map(Number.parseFloat) as [
        number,
        number,
        number,
      ]
      expect(hex, `${scheme} --${name}`).toBe(hexFrom({ lightness: lightness / 100, chroma, hue }))
    }
})

test('whatever a studio picks, text in its colour is readable', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 359 }), fc.integer({ min: 0, max: 400 }), (hue, chroma) =>
      measuredUses({ hue, chroma }).every(
        (use) => use.light >= leastContrast && use.dark >= leastContrast,
      ),
    ),
  )
})
