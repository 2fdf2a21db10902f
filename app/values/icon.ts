/** Icons a studio can choose: what they are called, what is stored, and how they are found. */

export type IconOption = {
  /** What it is called, `Heart pulse`. */
  label: string
  /** What is stored: the class name `i-linear-heart-pulse`. */
  value: string
}

/** An icon with what draws it: the inside of an SVG of 24 by 24 in the text's colour. */
export type CatalogueIcon = IconOption & { body: string }

/** What the server sends for a picker: the icons to choose from, and the one that is chosen. */
export type IconChoices = {
  /** What the form's search was for; empty shows the popular ones. */
  query: string
  shown: readonly CatalogueIcon[]
  chosen: CatalogueIcon | null
}

/** At most so many are shown for a search, and so many before one (specification 9). */
const iconLimits = { found: 30, popular: 20 }

/** Said where a search finds nothing (specification 8). */
export const noIconFound = 'Womp, Womp...try again? '

const classForm = /^i-linear-[a-z0-9]+(?:-[a-z0-9]+)*$/

/** Whether a text has the form of a stored icon; the catalogue says whether there is one. */
export const isIconValue = (text: string) => text.length <= 60 && classForm.test(text)

/**
 * The icons whose label contains the typed text, whatever its case: at most 30. Without a text the
 * first 20, which are the popular ones.
 */
export function findIcons<Icon extends IconOption>(
  catalogue: readonly Icon[],
  text: string,
): Icon[] {
  const wanted = text.trim().replace(/\s+/g, ' ').toLowerCase()
  if (wanted === '') return catalogue.slice(0, iconLimits.popular)
  return catalogue
    .filter(({ label }) => label.toLowerCase().includes(wanted))
    .slice(0, iconLimits.found)
}
