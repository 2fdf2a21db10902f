/** The rows of a file of holdings: cleaned, with reasons for what is left out. Pure. */
import type { HoldingKind } from '#app/db/studio/imports-words.ts'
import type { TableRow } from '#app/values/table/read-table.ts'
import { foldName } from '#app/values/text/fold.ts'
import type { RefusedRow } from '../prepared-row.ts'
import type { Holder, HoldingFacts } from './holding-facts.ts'
import { type HoldingOptions, type NothingThere, readers } from './read-holdings.ts'

export type PreparedHolding = {
  line: number
  name: string
  who: Holder
  /** The number of its own that it has in the file, or what it says. */
  reference: string
  facts: HoldingFacts
}

export type PreparedHoldings = {
  rows: PreparedHolding[]
  refused: RefusedRow[]
  nothing: Partial<Record<NothingThere, number>>
}

/** Prepares every row. The second of two that are the same is left out. */
export function prepareHoldings(
  table: { rows: readonly TableRow[]; unclosed: number | null },
  kind: HoldingKind,
  options: HoldingOptions,
): PreparedHoldings {
  const seen = new Map<string, number>()
  const prepared: PreparedHoldings = { rows: [], refused: [], nothing: {} }
  for (const row of table.rows) {
    const { line } = row
    const read = readers[kind](row, options)
    const identity = `${whoOf(read.who)}\n${read.reference}`
    const before = seen.get(identity)
    const why =
      line === table.unclosed
        ? { column: '', value: '', why: 'A quotation mark is opened here and never closed' }
        : read.refusal
    if (why) {
      prepared.refused.push({ line, name: read.name, ...why })
      continue
    }
    if (read.nothing) {
      prepared.nothing[read.nothing] = (prepared.nothing[read.nothing] ?? 0) + 1
      continue
    }
    if (before !== undefined) {
      const same = `The same as line ${before}`
      prepared.refused.push({ line, name: read.name, column: '', value: '', why: same })
      continue
    }
    seen.set(identity, line)
    const { name, who, reference, facts } = read
    prepared.rows.push({ line, name, who, reference, facts })
  }
  return prepared
}

/** What tells people of a file apart. A family may share an address, so the name tells, too. */
const whoOf = ({ keys, email, name }: Holder): string => keys[0] ?? `${email}\n${foldName(name)}`
