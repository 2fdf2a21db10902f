/** A studio's colour, in OKLCH and as a screen shows it. */
import { linearOf } from './palette.ts'

/** Hue in degrees 0–359, chroma in thousandths, as `studios` stores them. */
export type StudioColour = { hue: number; chroma: number }

/** The hue of --bad: a studio's own colour within 30° of it would look like an error. */
const errorHue = 25
const nearest = 30

/** Stronger than this shouts beside ink on paper, whatever the hue. */
const highestChroma = 160

/**
 * Lightness of --accent on light and on dark, and how much of the chroma each takes (tokens.css).
 */
const accents = [
  { lightness: 0.51, share: 1 },
  { lightness: 0.76, share: 0.75 },
]

/**
 * The studio's colour as it may be used: each wish is adjusted, none is refused. A hue within 30°
 * of the error colour moves to the nearer edge of that range, and chroma stays within what a screen
 * can show of the hue: browsers clip the rest, which would make the colour lighter than it says and
 * unreadable on its tint (look.md).
 */
export function studioAccent({ hue, chroma }: StudioColour): StudioColour {
  const turned = ((Math.round(hue || 0) % 360) + 360) % 360
  const distance = ((turned - errorHue + 540) % 360) - 180
  const moved =
    Math.abs(distance) < nearest ? errorHue + (distance < 0 ? -nearest : nearest) : turned
  const used = (moved + 360) % 360
  let strength = Math.min(Math.max(Math.round(chroma || 0), 0), highestChroma)
  while (strength > 0 && !shown(used, strength)) strength -= 1
  return { hue: used, chroma: strength }
}

/** Whether both accents of a colour are within sRGB. */
function shown(hue: number, chroma: number): boolean {
  return accents.every(({ lightness, share }) =>
    linearRgb({ lightness, chroma: (chroma / 1000) * share, hue }).every(
      (part) => part >= 0 && part <= 1,
    ),
  )
}

/** `--hue` and `--chroma` of a studio, as CSS declarations. */
export function studioColourCss(colour: StudioColour): string {
  const { hue, chroma } = studioAccent(colour)
  return `--hue:${hue};--chroma:${chroma / 1000}`
}

/** The value of `data-hue` on an element that shows another studio's colour. */
export const colourKey = ({ hue, chroma }: StudioColour) => `${hue}-${chroma}`

/** One rule for each colour of a list of studios; elements carry `data-hue={colourKey(studio)}`. */
export function studioColoursCss(colours: readonly StudioColour[]): string {
  const rules = new Map(
    colours.map((colour) => [
      colourKey(colour),
      `[data-hue="${colourKey(colour)}"]{${studioColourCss(colour)}}`,
    ]),
  )
  return [...rules.values()].join('')
}

export type Oklch = { lightness: number; chroma: number; hue: number }

/** Linear sRGB; parts below 0 or above 1 are out of what a screen shows. */
function linearRgb({ lightness, chroma, hue }: Oklch): [number, number, number] {
  const a = chroma * Math.cos((hue * Math.PI) / 180)
  const b = chroma * Math.sin((hue * Math.PI) / 180)
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3
  return [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ]
}

/** The hue and chroma of a hex colour, as `studios` stores them: its lightness is ours. */
export function studioColourFrom(hex: string): StudioColour {
  const [red, green, blue] = linearOf(hex)
  const l = Math.cbrt(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue)
  const m = Math.cbrt(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue)
  const s = Math.cbrt(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue)
  const a = 1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s
  const b = 0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s
  const hue = Math.round((Math.atan2(b, a) * 180) / Math.PI)
  return { hue: (hue + 360) % 360, chroma: Math.round(Math.hypot(a, b) * 1_000) }
}

/** A colour as `#` plus hex, its parts held within what a screen shows. */
export function hexFrom(colour: Oklch): string {
  const parts = linearRgb(colour).map((linear) => {
    const part = Math.min(Math.max(linear, 0), 1)
    const value = part <= 0.0031308 ? 12.92 * part : 1.055 * part ** (1 / 2.4) - 0.055
    return Math.round(value * 255)
      .toString(16)
      .padStart(2, '0')
  })
  return `#${parts.join('')}`
}

/** A studio's accent on light as hex, for pictures that no style of a page reaches. */
export function accentHex(studio: StudioColour): string {
  const { hue, chroma } = studioAccent(studio)
  return hexFrom({ lightness: accents[0]!.lightness, chroma: chroma / 1_000, hue })
}

/** The paper of a page as hex (`--surface` of tokens.css), for what lies around it. */
export const surfaces = {
  light: hexFrom({ lightness: 0.986, chroma: 0.004, hue: 80 }),
  dark: hexFrom({ lightness: 0.175, chroma: 0.008, hue: 70 }),
}
