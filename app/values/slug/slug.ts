/** A studio's slug: the first segment of its paths, `northside`. */

/** Characters at most, so that the address fits a poster. */
export const slugLength = 40

/**
 * A slug made of a name: lower-case letters and figures, words joined by hyphens, accents dropped.
 * Empty when the name holds no letter or figure that could be one.
 */
export function slugFrom(name: string): string {
  return name
    .normalize('NFKD')
    .replace(/[\u0300-\u036f'’]/g, '')
    .toLowerCase()
    .replace(/ß/g, 'ss')
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, slugLength)
    .replace(/^-+|-+$/g, '')
}

/**
 * Whether `text` can be a slug: 2 to 40 lower-case letters, figures and single hyphens between
 * them.
 */
export function isSlug(text: string): boolean {
  return text.length >= 2 && text.length <= slugLength && /^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(text)
}

/** Slugs to offer where `slug` is taken, the best first; `town` makes the first of them. */
export function slugsInstead(slug: string, town: string): string[] {
  const place = slugFrom(town)
  const endings = [
    ...(place && !slug.endsWith(place) ? [place] : []),
    'studio',
    '2',
    '3',
    '4',
    '5',
    '6',
    '7',
    '8',
    '9',
  ]
  return endings
    .map(
      (ending) => `${slug.slice(0, slugLength - ending.length - 1).replace(/-+$/, '')}-${ending}`,
    )
    .filter(isSlug)
}
