/** Somebody whom another may act for: a child of theirs, or an adult who agreed. */
export type FamilyMember = {
  id: string
  name: string
  /** What they are called; empty means the first word of `name`. */
  called: string
  /** In years today; null where the date of birth is not known. */
  age: number | null
  /** An adult with an account of their own: signs, pays fees and gets letters themselves. */
  adult: number
}

/** What a family calls one of its own. */
export const calledOf = ({ name, called }: Pick<FamilyMember, 'name' | 'called'>): string =>
  called || (name.split(' ')[0] ?? name)
