import { colourName, emptyColour, paletteColour } from '#app/values/palette.ts'

/**
 * A colour as it is stored, beside its name: an entry of the palette by its class, any other by
 * what it is.
 */
export function Swatch({ value }: { value: string }) {
  const entry = paletteColour(value)
  if (entry) return <span className="hue-swatch" data-colour={colourName(entry)} />
  return (
    <svg className="hue-swatch" viewBox="0 0 1 1" preserveAspectRatio="none" aria-hidden="true">
      <rect width="1" height="1" fill={value || emptyColour} />
    </svg>
  )
}
