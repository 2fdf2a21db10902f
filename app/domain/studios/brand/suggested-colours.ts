/** The colours a studio may begin with, and what is stored of a picked one. */
import { hexFrom, type StudioColour, studioColourFrom } from '#app/values/colour.ts'
import { paletteColour, parseHex } from '#app/values/palette.ts'

/** A studio's colour is one of its own, not one of the page that shows it. */
export const brandColours = { theme: false }

const suggestion = (hue: number, name: string) => ({
  name,
  studio: { hue, chroma: 130 },
  hex: hexFrom({ lightness: 0.51, chroma: 0.13, hue }),
})

/**
 * Colours to begin with, by the names people call them, each with the hex that is stored for it.
 */
export const suggestedColours = [
  suggestion(335, 'Plum'),
  suggestion(300, 'Violet'),
  suggestion(265, 'Blue'),
  suggestion(230, 'Sky'),
  suggestion(195, 'Teal'),
  suggestion(155, 'Green'),
  suggestion(115, 'Olive'),
  suggestion(75, 'Amber'),
]

/** The hue and chroma of a picked colour. */
export function studioColourOf(picked: string): StudioColour {
  const suggested = suggestedColours.find(({ hex }) => hex === picked)
  return suggested?.studio ?? studioColourFrom(paletteColour(picked)?.css ?? picked)
}

/** The hex of a picked colour; null for what is none. */
export const pickedHex = (picked: string): string | null =>
  parseHex(paletteColour(picked)?.css ?? picked)

/** The colour to show as picked: a studio of before there was a choice has only hue and chroma. */
export const colourOfStudio = (studio: StudioColour & { colour: string }): string =>
  studio.colour || hexFrom({ lightness: 0.51, chroma: studio.chroma / 1_000, hue: studio.hue })
