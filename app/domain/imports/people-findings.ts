/** What the check of a file of people found, in numbers; pure. */
import type { MatchedRow } from './match-rows.server.ts'

type WaitingRow = MatchedRow & { links: readonly (readonly [number, number])[] }

export function findingsOf(rows: readonly WaitingRow[]): Record<string, number> {
  const n = (is: (row: WaitingRow) => boolean) => rows.filter(is).length
  const added = (row: WaitingRow) => row.outcome === 'added'
  return {
    ready: n(({ kind }) => kind === 'ready'),
    noEmail: n(({ kind }) => kind === 'no_email'),
    dependants: n(({ kind }) => kind === 'dependant'),
    formula: n(({ kind }) => kind === 'formula'),
    added: n(added),
    filled: n(({ outcome }) => outcome === 'filled'),
    unchanged: n(({ outcome }) => outcome === 'unchanged'),
    past: n((row) => added(row) && row.inactive),
    families: new Set(
      rows.flatMap(({ links, guardianId }) => [
        ...links.map(([, line]) => String(line)),
        ...(guardianId ? [guardianId] : []),
      ]),
    ).size,
    canSignIn: n((row) => added(row) && row.email !== ''),
  }
}
