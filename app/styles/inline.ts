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

/** Tokens, base, layout and the named component files, each once, in a stable order. */
export function stylesFor(names: readonly string[]): string {
  const wanted = [...new Set(names)].sort()
  for (const name of wanted) if (!components.has(name)) throw new Error(`No styles called ${name}`)
  return [tokens, base, layout, ...wanted.map((name) => components.get(name)), utilities].join('')
}
