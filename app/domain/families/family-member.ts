/** Somebody a guardian may act for. */
export type FamilyMember = {
  id: string
  name: string
  /** What they are called; empty means the first word of `name`. */
  called: string
  /** In years today; null where the date of birth is not known. */
  age: number | null
}

/** What a family calls one of its own. */
export const calledOf = ({ name, called }: Pick<FamilyMember, 'name' | 'called'>): string =>
  called || (name.split(' ')[0] ?? name)
