/**
 * The catalogue of icons as the Worker reads it from its static files: made at build time, so that
 * neither the Worker's bundle nor the repository carries the drawings.
 */
import solar from '@iconify-json/solar/icons.json' with { type: 'json' }
import type { CatalogueIcon } from '../../app/values/icon.ts'
import { chosenIcons, popularIcons } from './chosen-icons.ts'

const drawings = solar.icons as Record<string, { body: string } | undefined>

/** Every chosen icon: the popular ones first, in their order, then the rest by label. */
export function buildCatalogue(): CatalogueIcon[] {
  const popular = new Set(popularIcons)
  const rest = chosenIcons.filter((name) => !popular.has(name)).map(iconOf)
  return [...popularIcons.map(iconOf), ...rest.sort((a, b) => a.label.localeCompare(b.label, 'en'))]
}

function iconOf(name: string): CatalogueIcon {
  const drawing = drawings[`${name}-linear`]?.body
  if (!drawing) throw new Error(`The icon set has no "${name}-linear"`)
  // Hundredths of a unit are finer than any screen draws 24 of them, and half the bytes.
  const body = drawing.replace(/\d+\.\d{3,}/g, (number) =>
    String(Math.round(Number(number) * 100) / 100),
  )
  return { label: labelOf(name), value: `i-linear-${name}`, body }
}

/** `heart-pulse-2` reads "Heart pulse 2". */
function labelOf(name: string): string {
  const words = name.replaceAll('-', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}
