import { emptyColour, ownColour, paletteColour, parseHex } from '#app/values/palette.ts'

/**
 * How a choice is told: the entry's name, the hex of a colour of someone's own, and white where
 * there is none.
 */
export function colourWords(value: string): string {
  return paletteColour(value)?.label ?? (value === '' ? emptyColour : value)
}

/** Which radio button a stored value checks. */
export function colourChoice(value: string): string {
  return value === '' || paletteColour(value) ? value : ownColour
}

/** What the field for a colour of someone's own shows: a browser's own wants small hex. */
export function ownHex(value: string): string {
  return parseHex(value) ?? emptyColour
}
