import { paths } from '#app/paths.ts'
import { colourName, paletteColour, themeHex } from '#app/values/palette.ts'

/** A class type's sign as it is stored. */
export type SignLooks = { icon: string; colour: string }

export const isSigned = ({ icon, colour }: SignLooks) => icon !== '' || colour !== ''

/**
 * Where a sign is drawn. The address says all that it is made of, so it may be kept for good.
 * `accent` is the studio's own colour as hex, for a sign without one and for the page's primary
 * colour.
 */
export function signPath({ icon, colour }: SignLooks, accent: string): string {
  const entry = paletteColour(colour)
  const plain = entry ? (themeHex(entry) ?? colourName(entry)) : colour
  const shown = plain === '' || plain === 'accent' ? accent : plain
  return paths.sign(icon.replace(/^i-linear-/, '') || 'none', shown.replace('#', ''))
}
