/**
 * The styles a page inlines: tokens, base and only the component files it names (design decision
 * 13).
 */
import { paletteCss } from '#app/values/palette.ts'
import base from './base.css?inline'
import { calendarCellsCss } from './calendar-cells.ts'
import layout from './layout.css?inline'
import tokens from './tokens.css?inline'
import utilities from './utilities.css?inline'
import { withoutClasses } from './without-classes.ts'

const files = import.meta.glob<string>('./components/*.css', {
  query: '?inline',
  import: 'default',
  eager: true,
})

const components = new Map([
  ...Object.entries(files).map(
    ([path, css]) => [path.slice('./components/'.length, -'.css'.length), css] as const,
  ),
  // Made from the palette itself, so that no colour is written twice.
  ['palette', paletteCss()] as const,
  ['calendar-cells', calendarCellsCss()] as const,
])

// A page is weighed by the byte: no space behind a token's name, and one layer for all components.
const tokensCss = tokens.replaceAll(/(--[\w-]+): /g, '$1:')
const layer = '@layer components{'

// Which parts a page has is known by its names, and there are a few dozen such lists.
const sheets = new Map<string, string>()

/**
 * Tokens, base, layout and the named component files, each once, in a stable order; of the tokens
 * those that the page uses. Of the files it shares with other pages, rules of `spares`, classes it
 * never has, are left out.
 */
export function stylesFor(names: readonly string[], spares: readonly string[] = []): string {
  const wanted = [...new Set(names)].sort()
  const key = `${wanted} ${spares}`
  const sheet = sheets.get(key) ?? sheetOf(wanted, spares)
  sheets.set(key, sheet)
  return sheet
}

function sheetOf(wanted: readonly string[], spares: readonly string[]): string {
  for (const name of wanted) if (!components.has(name)) throw new Error(`No styles called ${name}`)
  const parts = wanted.map((name) => components.get(name)!)
  const sheet = [tokensCss, base, layout, ...inOneLayer(parts), utilities].join('')
  return withUsedTokens(withoutClasses(sheet, spares))
}

/** One component file alone, for a part that brings its own style. */
export const partOf = (name: string): string => components.get(name) ?? ''

/** Colours that markup may name: of signs, and of a list's bars (`palette.ts`). */
const ofMarkup = ['surface', 'ink', 'muted', 'line', 'good', 'warn', 'bad', 'accent', 'tint']

/** Sizes, fonts and tints that nothing on the page refers to are left out. */
function withUsedTokens(sheet: string): string {
  const known = new Set([
    ...ofMarkup,
    ...[...sheet.matchAll(/var\(--([\w-]+)/g)].map(([, name]) => name),
  ])
  return sheet.replaceAll(/--([\w-]+):[^;{}]+(?:;|(?=\}))/g, (declaration, name) =>
    known.has(name) ? declaration : '',
  )
}

/** The parts with those that are one block of the layer `components` made one block together. */
function inOneLayer(parts: string[]): string[] {
  const inLayer = parts.filter((css) => css.startsWith(layer))
  const inner = inLayer.map((css) => css.slice(layer.length, css.lastIndexOf('}')))
  return [...parts.filter((css) => !css.startsWith(layer)), `${layer}${inner.join('')}}`]
}
