/** Why two records cannot be made one, and how that is said. */

const mergeRefusals = [
  'not_found',
  'same_person',
  'both_sign_in',
  'both_work_here',
  'keeps_other',
  'family',
  'same_class',
  'same_course',
  'changed_meanwhile',
] as const
export type MergeRefusal = (typeof mergeRefusals)[number]

export function mergeRefusalWords(
  reason: MergeRefusal,
  { kept, gone }: { kept: string; gone: string },
): string {
  switch (reason) {
    case 'not_found':
      return 'One of these records no longer exists. Choose the two again.'
    case 'same_person':
      return 'Choose another record: this is the same one.'
    case 'both_sign_in':
      return `${kept} and ${gone} each sign in with an account of their own. Ask them to close one of the two accounts first.`
    case 'both_work_here':
      return `${kept} and ${gone} both work here. End one of the two roles under Staff first.`
    case 'keeps_other':
      return `Keep the record of ${gone}: it signs in or works here.`
    case 'family':
      return `${kept} and ${gone} are family to each other, or to others in ways that don’t go together. Change the family first.`
    case 'same_class':
      return 'Both have a place in the same class ahead. Cancel one of the two places first.'
    case 'same_course':
      return 'Both are enrolled in the same course. Withdraw one of the two first.'
    case 'changed_meanwhile':
      return 'One of these records was changed meanwhile. Reload the page and check again.'
  }
}
