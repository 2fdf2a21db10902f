/** What people of a family are to one another, as the desk notes it; pure. */

/** What somebody is to another; a guardian without one is a parent or guardian. */
export const familyRelations = [
  'parent',
  'grandparent',
  'carer',
  'partner',
  'sibling',
  'payer',
  'other',
] as const
export type FamilyRelation = (typeof familyRelations)[number]

export const relationNames: Record<FamilyRelation, string> = {
  parent: 'Parent',
  grandparent: 'Grandparent',
  carer: 'Carer',
  partner: 'Partner',
  sibling: 'Sibling',
  payer: 'Second payer',
  other: 'Other family',
}

/** The same from the other's side: what a grandparent's other is to them. */
const inverse: Record<FamilyRelation, string> = {
  parent: 'Child',
  grandparent: 'Grandchild',
  carer: 'In their care',
  partner: 'Partner',
  sibling: 'Sibling',
  payer: 'Paid for by them',
  other: 'Other family',
}

/** `Grandparent`, or `Grandchild` from the other's side (`back`). */
export const relationWords = (relation: FamilyRelation, back: boolean): string =>
  back ? inverse[relation] : relationNames[relation]

/** What somebody who looks after another is to them. */
export const guardianWords = (relation: FamilyRelation | ''): string =>
  relation === '' ? 'Guardian' : relationNames[relation]

/** More than so many are noted of nobody. */
export const tiesAtMost = 12

const told: [RegExp, FamilyRelation][] = [
  [/^grand ?(parent|mother|father|ma|pa|mum|dad)$|^(gross|groß)(mutter|vater)$/i, 'grandparent'],
  [/^(spouse|partner|wife|husband|fianc[ée]e?|ehefrau|ehemann)$/i, 'partner'],
  [/^(sister|brother|sibling|twin|schwester|bruder)$/i, 'sibling'],
  [/^(carer|caregiver|nanny|foster ?(parent|mother|father)|au ?pair)$/i, 'carer'],
  [/^(payer|pays for|billing contact|paid by)$/i, 'payer'],
]

/** What a word of a file says that somebody is; null where it says none of it. */
export const relationOfWord = (word: string): FamilyRelation | null =>
  told.find(([form]) => form.test(word.trim()))?.[1] ?? null
