/** What a family may look like, for the desk and for files alike. */

/** A child has at most two guardians: two households, two payers. */
export const guardiansAtMost = 2

/** More children than that are a school's, not a family's. */
export const dependantsAtMost = 12

/** Why a link cannot be. */
export const linkRefusals = [
  'not_found',
  'same_person',
  'is_dependant',
  'has_dependants',
  'too_many_guardians',
  'too_many_dependants',
] as const
export type LinkRefusal = (typeof linkRefusals)[number]

/** The sentence of each refusal; names are those of the two people. */
export function linkRefusalWords(
  reason: LinkRefusal,
  { guardian, dependant }: { guardian: string; dependant: string },
): string {
  switch (reason) {
    case 'not_found':
      return 'This person has been removed. Choose someone else.'
    case 'same_person':
      return 'Choose someone else: no one is their own guardian.'
    case 'is_dependant':
      return `${guardian} has a guardian, so can’t be one. Choose the parent.`
    case 'has_dependants':
      return `${dependant} looks after someone, so can’t have a guardian.`
    case 'too_many_guardians':
      return `${dependant} has ${guardiansAtMost} guardians. Remove one first.`
    case 'too_many_dependants':
      return `${guardian} looks after ${dependantsAtMost} people. Remove one first.`
  }
}
