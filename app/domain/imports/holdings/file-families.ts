/** Whether the families of a file agree with one another: its rows are written together. Pure. */
import { guardiansAtMost } from '#app/domain/families/guardianship.ts'

export type FileFamilies = { dependants: ReadonlySet<string>; guardians: Map<string, Set<string>> }

/** `guardian:dependant` of each row; ties without rights (`tie:…`) are none of them. */
export const fileFamilies = (links: readonly string[]): FileFamilies => ({
  dependants: new Set(
    links.flatMap((link) => (link.startsWith('tie:') ? [] : link.split(':')[1] || [])),
  ),
  guardians: new Map(),
})

/** Why a link cannot be; those before it in the file count. */
export function familyRefusal(
  { dependants, guardians }: FileFamilies,
  link: string,
): string | null {
  const [guardian = '', dependant = ''] = link.split(':')
  if (dependants.has(guardian)) return 'The parent is a child in another row'
  const have = guardians.get(dependant) ?? new Set()
  if (!have.has(guardian) && have.size >= guardiansAtMost)
    return `A child has ${guardiansAtMost} guardians at most`
  guardians.set(dependant, have.add(guardian))
  return null
}
