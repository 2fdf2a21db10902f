/** What a studio is told of changing its name and web address. */

/** How many former addresses lead to a studio, and so how often it can change. */
export const mostFormerSlugs = 5

/** By the reason a change was refused. */
export const nameRefusals = {
  slug_taken: 'Another studio has this web address, or had it. Choose another.',
  too_many_slugs:
    `You have ${mostFormerSlugs} former addresses, which still lead to you, and that is the most ` +
    'there can be. Keep this address, or take back one of those.',
} as const

export const nameSaved = (moved: boolean): string =>
  moved
    ? 'Saved. Links and printed codes with the former address lead here from now on.'
    : 'Saved. Your pages show the new name.'
