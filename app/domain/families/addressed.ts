import { calledOf } from './family-member.ts'

/** Somebody a letter concerns; `guardianName` is not empty where it goes to a guardian. */
export type Concerned = {
  name: string
  preferredName: string
  guardianName?: string | undefined
} & ({ personId: string } | { id: string })

/** What a charge is for, beginning with the child it concerns where a guardian reads of it. */
export const chargeFor = (person: Concerned, whatFor: string): string => {
  const { child } = addressed(person)
  return child ? `${child.name}: ${whatFor}` : whatFor
}

/** Whom a letter greets, and the child it is about where that is another. */
export function addressed(person: Concerned): {
  name: string
  child?: { id: string; name: string }
} {
  const own = calledOf({ name: person.name, called: person.preferredName })
  if (!person.guardianName) return { name: own }
  return {
    name: calledOf({ name: person.guardianName, called: '' }),
    child: { id: 'personId' in person ? person.personId : person.id, name: own },
  }
}
