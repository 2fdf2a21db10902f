/** What the check of a file of people found, in numbers; pure. */
import { consentKey, ways } from './consent-columns.ts'
import type { MatchedRow } from './match-rows.server.ts'
import type { RefusedRow } from './prepared-row.ts'

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
    // Of people who are here it counts where nobody asked them before.
    ...Object.fromEntries(
      ways.flatMap((way) =>
        (['yes', 'no'] as const).map((answer) => [
          `${answer}_${way}`,
          n((row) =>
            added(row) ? row.consents?.[way] === answer : row.filled[consentKey(way)] === answer,
          ),
        ]),
      ),
    ),
    canSignIn: n((row) => added(row) && row.email !== ''),
  }
}

/** A row without a name that is nobody's who is here: it has only said who agreed to news. */
export const isNobody = ({ name, personId }: MatchedRow): boolean =>
  name === '' && personId === null

export const unknownRow = ({ line, email }: MatchedRow): RefusedRow => ({
  ...{ line, name: '', column: '', value: email },
  why: 'Nobody here has this number or address. Import their names first',
})
