import { useMatches } from '@remix-run/react'
import type { Shell, ShellRelative } from '#app/domain/studios/shell.ts'

type Family = NonNullable<Shell['family']>

/** The family of the viewer, from the data of the deepest page that has a shell; null is none. */
export function useFamily(): Family | null {
  const page = useMatches().findLast((match) => (match.data as { shell?: Shell } | null)?.shell)
  return (page?.data as { shell: Shell } | undefined)?.shell.family ?? null
}

/** The child the page is about; null where it is about the viewer. */
export const chosenOf = (family: Family | null): ShellRelative | null =>
  family?.relatives.find(({ id }) => id === family.chosen) ?? null

/** The child the page is about; null where it is about the viewer. */
export const useChosen = (): ShellRelative | null => chosenOf(useFamily())
