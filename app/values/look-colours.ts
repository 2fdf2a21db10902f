/** The colours of a page in a studio's look, as hex: for a preview and for what it measures. */
import { hexFrom, type StudioColour, studioAccent } from './colour.ts'
import { contrast } from './palette.ts'

export type Scheme = 'light' | 'dark'

type Oklch = [lightness: number, chroma: number, hue: number]

/** Beside the studio's own; a test compares them with tokens.css. */
const grounds: Record<Scheme, Record<string, Oklch>> = {
  light: {
    surface: [98.6, 0.004, 80],
    raised: [100, 0, 0],
    ink: [24, 0.012, 60],
    muted: [49, 0.012, 65],
    line: [90.5, 0.006, 75],
  },
  dark: {
    surface: [17.5, 0.008, 70],
    raised: [21.5, 0.009, 70],
    ink: [93, 0.006, 80],
    muted: [70, 0.01, 75],
    line: [29, 0.01, 70],
  },
}

const own = (scheme: Scheme, { hue, chroma }: StudioColour): Record<string, Oklch> =>
  scheme === 'light'
    ? {
        accent: [51, chroma / 1_000, hue],
        'on-accent': [99, 0.005, hue],
        tint: [95.5, 0.025, hue],
      }
    : {
        accent: [76, (chroma / 1_000) * 0.75, hue],
        'on-accent': [19, 0.03, hue],
        tint: [27, 0.04, hue],
      }

/** Every colour of the look by the name of its token. */
export function lookColours(studio: StudioColour, scheme: Scheme): Record<string, string> {
  const all = { ...grounds[scheme], ...own(scheme, studioAccent(studio)) }
  return Object.fromEntries(
    Object.entries(all).map(([name, [lightness, chroma, hue]]) => [
      name,
      hexFrom({ lightness: lightness / 100, chroma, hue }),
    ]),
  )
}

/** The least contrast of text on its ground (WCAG 2.2, 1.4.3 AA). */
export const leastContrast = 4.5

export type MeasuredUse = { use: string; light: number; dark: number }

/** What the studio's colour is used for with text, and its contrast there, one decimal. */
export function measuredUses(studio: StudioColour): MeasuredUse[] {
  const [light, dark] = [lookColours(studio, 'light'), lookColours(studio, 'dark')]
  const row = (use: string, text: string, ground: string) => ({
    use,
    light: rounded(contrast(light[text]!, light[ground]!)),
    dark: rounded(contrast(dark[text]!, dark[ground]!)),
  })
  return [
    row('Text on a button', 'on-accent', 'accent'),
    row('Text on the page', 'accent', 'surface'),
    row('Text on a tint', 'accent', 'tint'),
  ]
}

/** Down, so that what falls short never reads as enough. */
const rounded = (ratio: number) => Math.floor(ratio * 10) / 10

/** The contrast of a hex colour as it was picked, as text on a light page. */
export const pickedContrast = (hex: string): number =>
  rounded(contrast(hex, lookColours({ hue: 0, chroma: 0 }, 'light').surface!))
