import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { hexFrom, type StudioColour, studioAccent } from '#app/values/colour.ts'
import { contrast } from '#app/values/palette.ts'

const css = readFileSync(`${import.meta.dirname}/tokens.css`, 'utf8').replace(
  /\/\*[\s\S]*?\*\//g,
  '',
)
const [lightCss, darkCss] = css.split('@media (prefers-color-scheme: dark)') as [string, string]

/** The colour a token has for a studio, from the text of tokens.css. */
function token(scheme: 'light' | 'dark', name: string, studio: StudioColour): string {
  const source = (scheme === 'dark' ? darkCss : lightCss).match(
    new RegExp(`--${name}: oklch\\((.+?)\\);`),
  )?.[1]
  if (!source) throw new Error(`No ${scheme} colour --${name}`)
  const words = source
    .replace('calc(var(--chroma) * .75)', String((studio.chroma / 1000) * 0.75))
    .replace('var(--chroma)', String(studio.chroma / 1000))
    .replace('var(--hue)', String(studio.hue))
    .split(/\s+/)
  const [lightness, chroma, hue] = words as [string, string, string]
  return hexFrom({
    lightness: Number.parseFloat(lightness) / 100,
    chroma: Number(chroma),
    hue: Number(hue),
  })
}

const northside = { hue: 335, chroma: 130 }

/** Text on its ground: 4.5 to 1 (WCAG 1.4.3 AA). */
const texts = [
  ...['surface', 'raised', 'sunken'].flatMap((folderOwner) => [
    ['ink', folderOwner],
    ['muted', folderOwner],
    ['good', folderOwner],
    ['warn', folderOwner],
    ['bad', folderOwner],
  ]),
  ['good', 'good-tint'],
  ['warn', 'warn-tint'],
  ['bad', 'bad-tint'],
  ['ink', 'warn-tint'],
  ['ink', 'bad-tint'],
] as [string, string][]

for (const scheme of ['light', 'dark'] as const) {
  test(`text is readable on every ground it stands on (${scheme})`, () => {
    for (const [text, folderOwner] of texts) {
      const ratio = contrast(token(scheme, text, northside), token(scheme, folderOwner, northside))
      expect(ratio, `--${text} on --${folderOwner}`).toBeGreaterThanOrEqual(4.5)
    }
  })

  test(`borders of fields are seen (${scheme})`, () => {
    for (const folderOwner of ['surface', 'raised']) {
      const ratio = contrast(
        token(scheme, 'edge', northside),
        token(scheme, folderOwner, northside),
      )
      expect(ratio, `--edge on --${folderOwner}`).toBeGreaterThanOrEqual(3)
    }
  })

  test(`whatever colour a studio wishes, its accent is readable (${scheme})`, () => {
    for (let hue = 0; hue < 360; hue += 1) {
      for (const chroma of [0, 40, 80, 130, 160, 400]) {
        const studio = studioAccent({ hue, chroma })
        const accent = token(scheme, 'accent', studio)
        const requested: [string, string][] = ['surface', 'raised', 'tint'].map((name) => [
          token(scheme, name, studio),
          name,
        ])
        for (const [folderOwner, name] of [
          ...requested,
          [token(scheme, 'on-accent', studio), 'on-accent'] as [string, string],
        ])
          expect(
            contrast(accent, folderOwner),
            `accent ${hue}/${chroma} on ${name}`,
          ).toBeGreaterThanOrEqual(4.5)
        for (const name of ['ink', 'muted'])
          expect(
            contrast(token(scheme, name, studio), token(scheme, 'tint', studio)),
            `${name} on tint ${hue}`,
          ).toBeGreaterThanOrEqual(4.5)
      }
    }
  })
}

test('no token needs light-dark(), so that older phones keep their colours', () => {
  expect(css).not.toContain('light-dark(')
  const lightNames = [...lightCss.matchAll(/--([\w-]+): oklch/g)].map((match) => match[1])
  const darkNames = [...darkCss.matchAll(/--([\w-]+): oklch/g)].map((match) => match[1])
  expect(darkNames).toEqual(lightNames)
})
