import { gradientStops, paletteColour } from '#app/values/palette.ts'

/** A class type's sign as it is stored. */
export type SignLooks = { icon: string; colour: string }

/**
 * The colours of a list's class types as bars beside their names: a class name for each look, and
 * the rules behind them. A drawing for each would weigh more than the list. The styles are empty
 * where no type has a sign; where some have, names without one keep in line with the others.
 */
export function classTones(looks: readonly SignLooks[]): {
  css: string
  toneOf: (look: SignLooks) => string
} {
  const tones = [...new Set(looks.flatMap((look) => toneColour(look) ?? []))]
  const rules = tones.map((colour, i) => `.t${i}{--t:${colour}}`)
  const bar =
    '.what{padding-inline-start:.5rem;border-radius:.2rem;' +
    'border-inline-start:.25rem solid color-mix(in oklch,var(--t,var(--line)) 80%,var(--ink))}'
  return {
    css: tones.length > 0 ? bar + rules.join('') : '',
    toneOf: (look) => {
      const at = tones.indexOf(toneColour(look) ?? '')
      return at < 0 ? '' : ` t${at}`
    },
  }
}

/** What a bar is painted with: a gradient's first colour; a page's own colours follow its look. */
function toneColour({ icon, colour }: SignLooks): string | null {
  if (colour === '') return icon === '' ? null : 'var(--accent)'
  const entry = paletteColour(colour)
  return (entry && gradientStops(entry)?.[0]) ?? entry?.css ?? colour
}
