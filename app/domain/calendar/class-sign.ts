import type { CatalogueIcon } from '#app/values/icon.ts'

/** A class's sign is small and drawn: its ground may be a gradient, too. */
export const classColours = { gradients: true }

/** The sign of a class type, as pages draw it. */
export type ClassSign = {
  /** As it is stored; empty is the studio's. */
  colour: string
  icon: CatalogueIcon | null
}

/**
 * The sign of a class type; null where it has neither a colour nor an icon. `icons` are those of
 * the page, by value.
 */
export function classSign(
  { colour, icon }: { colour: string; icon: string },
  icons: Readonly<Record<string, CatalogueIcon>>,
): ClassSign | null {
  const drawn = icons[icon] ?? null
  return colour === '' && !drawn ? null : { colour, icon: drawn }
}
