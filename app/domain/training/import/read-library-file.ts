/**
 * Reads a library of exercises by its layout: free-exercise-db, wger (`exerciseinfo`), or any CSV
 * whose first row says what its columns are. Pure: whatever the bytes say, the answer is a value.
 */
import { decodeText } from '#app/values/table/decode-text.ts'
import { readTable } from '#app/values/table/read-table.ts'
import { foldName } from '#app/values/text/fold.ts'
import { tidyStart } from '#app/values/text/tidy-text.ts'
import {
  type ExerciseFile,
  exerciseFileLimits,
  type ImportedExercise,
  type RawExercise,
  readExerciseFile,
  readRow,
} from './read-exercise-file.ts'
import { asWgerRow, isWger, wgerRows } from './wger-layout.ts'

/** Where exercises come from, kept with each: another file of the same changes what is there. */
export type LibraryOrigin = { dataset: string; licence: string }

export const freeExerciseDb: LibraryOrigin = { dataset: 'free-exercise-db', licence: 'Unlicense' }

export type LibraryFile = ExerciseFile & { origin: LibraryOrigin }

/** Reads a file of exercises; the name tells a table from JSON. A row that lies is left out alone. */
export function readLibraryFile(name: string, bytes: Uint8Array): LibraryFile {
  if (bytes.length > exerciseFileLimits.bytes)
    return { ok: false, sentence: 'The file is larger than 8 MB.', origin: freeExerciseDb }
  if (/\.(?:csv|tsv|txt)$/i.test(name)) return readCsv(decodeText(bytes).text)
  const wger = isWger(bytes) ? wgerRows(bytes) : null
  if (!wger) return { ...readExerciseFile(bytes), origin: freeExerciseDb }
  const rows = wger.rows.map((entry, i) => asWgerRow(entry, `Exercise ${i + 1}`))
  return { ...gathered(rows), origin: { dataset: 'wger', licence: wger.licence } }
}

/** Rows of another layout, checked as those of the usual one. */
function gathered(raw: readonly RawExercise[]): ExerciseFile {
  if (raw.length > exerciseFileLimits.rows) {
    const most = exerciseFileLimits.rows.toLocaleString('en-GB')
    return { ok: false, sentence: `The file has more than ${most} rows. Import it in parts.` }
  }
  const rows = new Map<string, ImportedExercise>()
  const refused: { where: string; reason: string }[] = []
  let duplicates = 0
  for (const { where, row, more = {} } of raw) {
    const read = readRow(row)
    if (typeof read === 'string') refused.push({ where, reason: read })
    else if (rows.has(read.sourceId)) {
      duplicates += 1
      refused.push({ where, reason: `“${read.name}” is already in an earlier row.` })
    } else rows.set(read.sourceId, { ...read, ...kept(more) })
  }
  if (rows.size === 0 && refused.length === 0)
    return { ok: false, sentence: 'The file has no exercises in it.' }
  return { ok: true, rows: [...rows.values()], refused, duplicates }
}

/** Lists within the limits of the form of an exercise. */
function kept(more: NonNullable<RawExercise['more']>): Partial<ImportedExercise> {
  return Object.fromEntries(
    Object.entries(more).flatMap(([name, texts]) => {
      const list = (texts ?? []).map((text) => tidyStart(text, name === 'aliases' ? 120 : 300))
      const some = [...new Set(list)].filter(Boolean).slice(0, name === 'aliases' ? 10 : 20)
      return some.length > 0 ? [[name, some]] : []
    }),
  )
}

/** The headers by which a column is known, folded. */
const columns: Record<string, readonly string[]> = {
  id: ['id', 'uuid', 'slug'],
  name: ['name', 'exercise', 'exercise name', 'title'],
  aliases: ['aliases', 'alias', 'also called', 'other names'],
  level: ['level', 'difficulty'],
  force: ['force'],
  mechanic: ['mechanic', 'mechanics'],
  equipment: ['equipment', 'apparatus'],
  category: ['category', 'kind', 'type'],
  primaryMuscles: ['primary muscles', 'primarymuscles', 'primary', 'muscles', 'muscle', 'target'],
  secondaryMuscles: ['secondary muscles', 'secondarymuscles', 'secondary', 'synergists'],
  instructions: ['instructions', 'steps', 'description', 'how'],
  cues: ['cues', 'cue'],
  faults: ['faults', 'mistakes', 'common mistakes', 'common faults'],
  contraindications: ['contraindications', 'not for'],
}

const listed = (text: string) => text.split(/[;|\n]/).map((part) => part.trim())

/** A table: the columns it names, whatever their order; a file without ids is known by names. */
function readCsv(text: string): LibraryFile {
  const origin = { dataset: 'CSV', licence: '' }
  const { header: head, rows } = readTable(text)
  const places = new Map<string, number>()
  for (const [i, cell] of head.entries()) {
    const header = foldName(cell.replace(/[_-]/g, ' '))
    const column = Object.keys(columns).find((name) => columns[name]?.includes(header))
    if (column && !places.has(column)) places.set(column, i)
  }
  if (!places.has('name')) {
    const sentence = 'The first row needs a column called name. Others, such as level, equipment, '
    return { ok: false, sentence: `${sentence}muscles and instructions, are read by name.`, origin }
  }
  const raw = rows.map(({ line, cells }): RawExercise => {
    const of = (column: string) => cells[places.get(column) ?? -1]?.trim() ?? ''
    const word = (column: string) => of(column).toLowerCase() || null
    const words = (column: string) =>
      of(column)
        .split(/[,;|]/)
        .map((part) => part.trim().toLowerCase())
        .filter(Boolean)
    const row = {
      id: of('id') || idOf(of('name')),
      name: of('name'),
      level: word('level'),
      force: word('force'),
      mechanic: word('mechanic'),
      equipment: word('equipment'),
      category: word('category'),
      primaryMuscles: words('primaryMuscles'),
      secondaryMuscles: words('secondaryMuscles'),
      instructions: listed(of('instructions')),
    }
    const more = {
      aliases: listed(of('aliases')),
      cues: listed(of('cues')),
      faults: listed(of('faults')),
      contraindications: listed(of('contraindications')),
    }
    return { where: `Line ${line}`, row, more }
  })
  return { ...gathered(raw), origin }
}

/** An id out of a name, for files that have none: the same name is the same exercise. */
export const idOf = (name: string): string =>
  foldName(name)
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 100) ||
  `n-${[...name]
    .map((c) => c.codePointAt(0)?.toString(36))
    .join('-')
    .slice(0, 90)}`
