/** The rows of a file as people: cleaned, with families, and with reasons for what is left out. */
import { groupBy } from '#app/values/table/group-by.ts'
import type { TableRow } from '#app/values/table/read-table.ts'
import { foldName } from '#app/values/text/fold.ts'
import type { LocalDate } from '#app/values/zone.ts'
import { agreedConsents, withoutYes } from './consent-columns.ts'
import type {
  GuardianHint,
  PersonFields,
  PreparedRow,
  RefusedRow,
  RowKind,
} from './prepared-row.ts'
import { type ReadRow, readCells } from './read-cells.ts'
import type { ReadOptions } from './read-row.ts'

export type Prepared = { rows: PreparedRow[]; refused: RefusedRow[] }

const adultAge = 18

/** Whether somebody born then is not yet of age; unknown counts as of age. */
export const isMinor = (birthDate: LocalDate | '', today: LocalDate): boolean =>
  birthDate !== '' && Number(today.slice(0, 4)) - Number(birthDate.slice(0, 4)) <= adultAge
    ? `${Number(birthDate.slice(0, 4)) + adultAge}${birthDate.slice(4)}` > today
    : false

/**
 * Prepares every row. A child that has a parent's address gets none and the parent as guardian:
 * where the file names the parent, where it has the parent's address, or where one of several with
 * an address is a child and another is not. A second row of the same person is left out.
 */
export function prepareRows(
  table: { rows: readonly TableRow[]; unclosed: number | null },
  options: ReadOptions,
): Prepared {
  const read = table.rows.map((row) => readCells(row, options))
  if (table.unclosed !== null) markUnclosed(read, table.unclosed)
  refuseChains(read)
  const families = familiesOf(read, options.today)
  const seen = new Map<string, number>()
  const prepared: Prepared = { rows: [], refused: [] }
  for (const row of read) {
    const { line, refusal } = row
    const fields = ofAge(row.fields, options.today)
    if (refusal) {
      prepared.refused.push({ line, name: fields.name, ...refusal })
      continue
    }
    const keys = keysOf(row)
    const first = keys.map((key) => seen.get(key)).find((before) => before !== undefined)
    if (first !== undefined) {
      const kept = prepared.rows.find((before) => before.line === first)
      const consents = agreedConsents(kept?.consents, fields.consents)
      if (kept && consents) kept.consents = consents
      const why = `The same person as line ${first}`
      prepared.refused.push({ line, name: fields.name, column: '', value: '', why })
      continue
    }
    for (const key of keys) seen.set(key, line)
    const guardian = families.get(line) ?? null
    const email = guardian && ownsNone(row, read, guardian) ? '' : fields.email
    const kind = kindOf({ ...fields, email }, guardian)
    const guardianEmail = guardian ? emailOf(guardian, read) : ''
    prepared.rows.push({ ...fields, email, line, keys, guardian, guardianEmail, kind })
  }
  return prepared
}

/** What a row says, without a yes to news of somebody under age (R17). */
function ofAge(fields: PersonFields, today: LocalDate): PersonFields {
  const { consents, ...rest } = fields
  if (!consents || !isMinor(fields.birthDate, today)) return fields
  const kept = withoutYes(consents)
  return kept ? { ...rest, consents: kept } : rest
}

function kindOf({ name, email }: { name: string; email: string }, guardian: unknown): RowKind {
  if (guardian) return 'dependant'
  if (name === '') return 'ready'
  if (email === '') return 'no_email'
  return /^[=+@-]/.test(name) ? 'formula' : 'ready'
}

function markUnclosed(read: readonly ReadRow[], line: number) {
  const broken = read.find((row) => row.line === line)
  if (broken)
    broken.refusal = {
      ...{ column: '', value: '' },
      why: 'A quotation mark is opened here and never closed',
    }
}

/** What the row is called in the source; without a number it is who it says it is. */
function keysOf({ externalId, fields }: ReadRow): string[] {
  const { barcode, email, name, birthDate, phone } = fields
  const numbered = [
    ...(externalId ? [`id:${externalId}`] : []),
    ...(barcode ? [`barcode:${barcode}`] : []),
  ]
  const itself = email || birthDate || phone
  return numbered.length > 0 ? numbered : [`row:${itself}|${foldName(name)}`]
}

/** Whether a row names somebody else as its parent or guardian. */
const saysParent = (row: ReadRow): boolean =>
  (row.guardian !== '' && foldName(row.guardian) !== foldName(row.fields.name)) ||
  (row.guardianEmail !== '' && row.guardianEmail !== row.fields.email)

/** Nobody is a guardian and a dependant: refuses a row whose guardian has one in the same file. */
function refuseChains(read: readonly ReadRow[]): void {
  const byName = groupBy(read, ({ fields }) => foldName(fields.name))
  const chained = read.filter((row) => {
    if (row.refusal || row.guardian === '' || !saysParent(row)) return false
    const called = (byName.get(foldName(row.guardian)) ?? []).filter((other) => other !== row)
    return called.length > 0 && called.every(saysParent)
  })
  for (const row of chained)
    row.refusal = {
      ...{ column: 'Guardian', value: row.guardian },
      why: 'The guardian has a guardian in another row. Enter an adult who looks after both',
    }
}

/** The guardian of each dependant, by line. */
function familiesOf(read: readonly ReadRow[], today: LocalDate): Map<number, GuardianHint> {
  const byEmail = groupBy(read, ({ fields }) => fields.email)
  const byName = groupBy(read, ({ fields }) => foldName(fields.name))
  const mayGuard = (row: ReadRow) => !saysParent(row) && !isMinor(row.fields.birthDate, today)
  const families = new Map<number, GuardianHint>()
  for (const row of read) {
    const { email } = row.fields
    const sharing = (byEmail.get(email || ' ') ?? []).filter((other) => other !== row)
    if (saysParent(row)) {
      const called = (byName.get(foldName(row.guardian || ' ')) ?? []).filter(mayGuard)
      const at = byEmail.get(row.guardianEmail || ' ')?.filter(mayGuard) ?? []
      const found =
        called.find((other) => email !== '' && other.fields.email === email) ??
        at[0] ??
        (new Set(called.map(({ fields }) => fields.email)).size === 1 ? called[0] : undefined)
      const elsewhere = { email: row.guardianEmail || email, name: row.guardian }
      families.set(row.line, found ? { line: found.line } : elsewhere)
    } else if (isMinor(row.fields.birthDate, today)) {
      const adult = sharing.find(mayGuard)
      if (adult) families.set(row.line, { line: adult.line })
    }
  }
  return families
}

const emailOf = (guardian: GuardianHint, read: readonly ReadRow[]): string =>
  'email' in guardian
    ? guardian.email
    : (read.find(({ line }) => line === guardian.line)?.fields.email ?? '')

/** Whether the address of a dependant is somebody else's: a guardian's, or of the household. */
function ownsNone(row: ReadRow, read: readonly ReadRow[], guardian: GuardianHint): boolean {
  return emailOf(guardian, read) === row.fields.email
}
