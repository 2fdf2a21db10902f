/**
 * The colours a studio can choose: the one place where they are written. The styles of the pickers
 * are made from this file (`paletteCss`), and what is stored is a reference to one of its
 * variables, or # plus hex.
 */

export type ColourOption = {
  /** What it is called, `Light blue 500`. */
  label: string
  /** What is stored: a CSS variable reference, `var(--light-blue-500)`. */
  value: string
  /**
   * What the variable holds: a hex colour, a token of the page, or a gradient of two hex colours.
   */
  css: string
}

/** 700, 500 and 300 of each, darkest first. */
const shades = [700, 500, 300] as const
const named = {
  Blue: ['#1976d2', '#2196f3', '#64b5f6'],
  'Light blue': ['#0288d1', '#03a9f4', '#4fc3f7'],
  Cyan: ['#0097a7', '#00bcd4', '#4dd0e1'],
  Teal: ['#00796b', '#009688', '#4db6ac'],
  Green: ['#388e3c', '#4caf50', '#81c784'],
  'Light green': ['#689f38', '#8bc34a', '#aed581'],
  Yellow: ['#fbc02d', '#ffeb3b', '#fff176'],
  Orange: ['#f57c00', '#ff9800', '#ffb74d'],
  Red: ['#d32f2f', '#f44336', '#e57373'],
  Pink: ['#c2185b', '#e91e63', '#f06292'],
} as const

/** From the upper left to the lower right. */
const gradientEnds = [
  ['#0d47a1', '#1976d2'],
  ['#1565c0', '#00838f'],
  ['#01579b', '#00695c'],
  ['#006064', '#2e7d32'],
  ['#004d40', '#388e3c'],
  ['#1b5e20', '#558b2f'],
  ['#33691e', '#827717'],
  ['#bf360c', '#d84315'],
  ['#b71c1c', '#d84315'],
  ['#ad1457', '#d32f2f'],
  ['#880e4f', '#c2185b'],
  ['#6a1b9a', '#c2185b'],
  ['#4527a0', '#8e24aa'],
  ['#283593', '#6a1b9a'],
  ['#1a237e', '#1976d2'],
  ['#4a148c', '#1565c0'],
  ['#90caf9', '#b3e5fc'],
  ['#80deea', '#a5d6a7'],
  ['#80cbc4', '#c5e1a5'],
  ['#a5d6a7', '#e6ee9c'],
  ['#c5e1a5', '#fff59d'],
  ['#fff59d', '#ffcc80'],
  ['#ffcc80', '#ffab91'],
  ['#ffab91', '#f48fb1'],
  ['#f8bbd0', '#ce93d8'],
  ['#ce93d8', '#9fa8da'],
  ['#b39ddb', '#90caf9'],
  ['#ffe082', '#81d4fa'],
] as const
const monochromeEnds = [
  ['#212121', '#616161'],
  ['#f5f5f5', '#bdbdbd'],
] as const

const option = (label: string, css: string, variable = label): ColourOption => ({
  label,
  value: `var(--${variable.toLowerCase().replaceAll(' ', '-')})`,
  css,
})
const gradient = (label: string, [from, to]: readonly [string, string]) =>
  option(label, `linear-gradient(135deg, ${from}, ${to})`)

/** The page's own colours, light or dark as it is. */
export const themeColours: readonly ColourOption[] = [
  option('Default', 'var(--ink)', 'theme default'),
  option('Primary', 'var(--accent)', 'theme primary'),
  option('Secondary', 'var(--muted)', 'theme secondary'),
  option('Success', 'var(--good)', 'theme success'),
  option('Danger', 'var(--bad)', 'theme danger'),
  option('Warning', 'var(--warn)', 'theme warning'),
]

export const namedColours: readonly ColourOption[] = Object.entries(named).flatMap(
  ([name, values]) => shades.map((shade, i) => option(`${name} ${shade}`, values[i]!)),
)

/** Offered only where a place can show them. */
export const gradients: readonly ColourOption[] = [
  ...gradientEnds.map((ends, i) => gradient(`Gradient ${i + 1}`, ends)),
  ...monochromeEnds.map((ends, i) => gradient(`Monochrome ${i + 1}`, ends)),
]

export const palette: readonly ColourOption[] = [...themeColours, ...namedColours, ...gradients]

const byValue = new Map(palette.map((colour) => [colour.value, colour]))

/**
 * The entry a stored reference speaks of; undefined for a colour of someone's own, and for none.
 */
export const paletteColour = (value: string): ColourOption | undefined => byValue.get(value)

/**
 * `light-blue-500` of its reference: the value of `data-colour`, and the variable without its
 * hyphens.
 */
export const colourName = ({ value }: Pick<ColourOption, 'value'>) =>
  value.slice('var(--'.length, -1)

/** The two hex colours of a gradient; null for what is none. */
export function gradientStops({
  css,
}: Pick<ColourOption, 'css'>): readonly [string, string] | null {
  const match = /^linear-gradient\(135deg, (#\w{6}), (#\w{6})\)$/.exec(css)
  return match ? [match[1]!, match[2]!] : null
}

/** Every variable, and the ground of whatever says `data-colour`. */
export function paletteCss(): string {
  const variables = palette.map((colour) => `--${colourName(colour)}:${colour.css}`).join(';')
  const requested = palette
    .map((colour) => `[data-colour="${colourName(colour)}"]{background:${colour.value}}`)
    .join('')
  return `@layer components{:root{${variables}}${requested}}`
}

/** What an empty choice shows as (specification 2). */
export const emptyColour = '#ffffff'

/** The choice in a form that stands for the colour beside it. */
export const ownColour = 'own'

const hexForm = /^#?([0-9a-f]{6})$/i

/** `#` plus six small hex digits; null for anything else. */
export function parseHex(text: string): string | null {
  const match = hexForm.exec(text.trim())
  return match ? `#${match[1]!.toLowerCase()}` : null
}

/** Which colours a place takes beside the named ones and one of someone's own. */
export type ColourRange = { theme?: boolean; gradients?: boolean }

/** The options of a place, in their order. */
export function coloursOf({
  theme = true,
  gradients: withGradients = false,
}: ColourRange): ColourOption[] {
  return [...(theme ? themeColours : []), ...namedColours, ...(withGradients ? gradients : [])]
}

/**
 * What is stored for a choice: a reference of the range, `#` plus hex where the choice is `own`, or
 * empty for none; null where it is not one of them.
 */
export function pickedColour(choice: string, own: string, range: ColourRange): string | null {
  if (choice === '') return ''
  if (choice === ownColour) return parseHex(own)
  return coloursOf(range).some(({ value }) => value === choice) ? choice : parseHex(choice)
}

const [light, dark] = ['#ffffff', '#1c1917']

/**
 * The colour of a sign on a ground of hex colours: white where it can be seen (3 to 1), else near
 * black.
 */
export function signInk(requested: readonly string[]): string {
  return requested.every((folderOwner) => contrast(folderOwner, light!) >= 3) ? light! : dark!
}

/** WCAG 2 contrast of two hex colours, 1 to 21. */
export function contrast(one: string, other: string): number {
  const [bright, dim] = [luminanceOf(one), luminanceOf(other)].sort((x, y) => y - x) as [
    number,
    number,
  ]
  return (bright + 0.05) / (dim + 0.05)
}

function luminanceOf(hex: string): number {
  const [red, green, blue] = linearOf(hex)
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/** Linear sRGB of a hex colour, each part 0 to 1. */
export function linearOf(hex: string): [number, number, number] {
  const part = (at: number) => {
    const value = Number.parseInt(hex.slice(at, at + 2), 16) / 255
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
  }
  return [part(1), part(3), part(5)]
}

/** How a colour is painted under a sign, and the colour of what is on it. */
export type SignLook = { fill: string; stops: readonly [string, string] | null; ink: string }

/** Empty is the studio's own, as a tint. */
export function signLook(value: string): SignLook {
  const entry = paletteColour(value)
  const stops = entry ? gradientStops(entry) : null
  if (stops) return { fill: '', stops, ink: signInk(stops) }
  const fill = entry?.css ?? value
  if (fill.startsWith('#')) return { fill, stops: null, ink: signInk([fill]) }
  // The page's own colours are readable on its surface, so its surface is on them.
  return entry
    ? { fill, stops: null, ink: 'var(--surface)' }
    : { fill: 'var(--tint)', stops: null, ink: 'var(--accent)' }
}
