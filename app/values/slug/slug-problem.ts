import { reservedSlugs } from './reserved-slugs.ts'
import { isSlug, slugLength } from './slug.ts'

/** What a slug that somebody types may be made of. */
export const slugWords = `Use 2 to ${slugLength} small letters, numbers and single hyphens, like north-side`

/** The same for a browser, which takes capitals too: they are made small. */
export const slugPattern = '\\s*[A-Za-z0-9]+(?:-[A-Za-z0-9]+)*\\s*'

/**
 * Why a studio cannot have a slug, as its form says it; null where it can. `typed` is false for one
 * that was made of a name.
 */
export function slugProblem(slug: string, typed: boolean): string | null {
  if (reservedSlugs.includes(slug)) return `You can’t use “${slug}”. Try “${slug}-studio”.`
  if (isSlug(slug)) return null
  return typed
    ? slugWords
    : 'We can’t make an address from this name. ' +
        'Enter one in small letters and numbers, like north-side'
}
