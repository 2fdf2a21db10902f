/** What an import of people found and did, in words; pure. */
import type { peopleImportStates } from '#app/db/studio/imports-words.ts'
import { count } from '#app/values/wording.ts'
import { type FileKind, isHoldingKind } from './columns.ts'
import { holdingNouns, type Question, type Watched } from './holdings/holding-words.ts'

export type PeopleImportState = (typeof peopleImportStates)[number]

/** So long an import can be taken back, and its file is kept. */
export const rollBackDays = 30
/** So long a file waits that nobody imports. */
export const keptDays = 7

/** One file brings so many people at most; more is brought in parts. */
export const rowsAtMost = 20_000
export const fileMegabytes = 20
/** The picture of a file's rows is drawn of so many at most. */
export const marksAtMost = 2_000

export const importStateWords: Record<PeopleImportState, string> = {
  uploaded: 'To be matched',
  mapped: 'To be matched',
  dry_run: 'Checked',
  committing: 'Under way',
  committed: 'Imported',
  rolling_back: 'Rolling back',
  rolled_back: 'Rolled back',
  discarded: 'Deleted',
}

/** Names of a few rows of a kind, for the page of the check. */
export type Example = { line: number; name: string; with?: string }

/** A column as the check shows it. */
export type CheckedColumn = {
  header: string
  target: string
  first: string
  /** How its first value is read, where that is not plain: `2 December 1986`. */
  readAs: string
  filled: number
  /** Every row says the same. */
  same: boolean
}

/** What a check leaves for the page: kept with the file. */
export type Check = {
  rows: number
  layout: string
  /** How many dates can be read in one order only. */
  proof: { mdy: number; dmy: number; either: number }
  /** Dates have to be asked for. */
  asksOrder: boolean
  problem: string | null
  columns: CheckedColumn[]
  examples: Record<'dependant' | 'no_email' | 'formula', Example[]>
  /**
   * One letter a row, in the order of the file: `r` ready, `n`, `d`, `f`, `x` left out; empty of a
   * long file.
   */
  marks: string
  /** Of a file of holdings: what has to be answered first, and who would be charged twice or never. */
  questions?: Question[]
  watch?: Watched[]
}

/** `3 people`, `1 lead`: rows of a file as what it is of. */
export function rowsWords(rows: number, kind: FileKind): string {
  if (isHoldingKind(kind)) return count(rows, ...holdingNouns[kind])
  return kind === 'leads' ? count(rows, 'lead') : count(rows, 'person', 'people')
}

/** How many of the people a file added can be invited, wait for an answer, and sign in. */
export type ImportedSignIns = { invitable: number; invited: number; has: number }

/** A file in the list of imports: `9 people added, 120 rows`; empty before it was read. */
export function importCountWords(job: {
  state: PeopleImportState
  kind: FileKind
  total: number
  findings: Readonly<Record<string, number>>
}): string {
  const { state, kind, total, findings } = job
  if (total === 0) return ''
  if (kind !== 'people') return rowsWords(total, kind)
  const rows = count(total, 'row')
  return state === 'committed' ? `${rowsWords(findings.added ?? total, kind)} added, ${rows}` : rows
}
