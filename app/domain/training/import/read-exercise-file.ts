/**
 * Reads a free-exercise-db file into rows of ours. Pure: whatever the bytes say, the answer is a
 * value.
 */
import { tidyText } from '#app/values/text/tidy-text.ts'
import {
  categories,
  equipment,
  forces,
  levels,
  mechanics,
  muscles,
} from '../exercise-vocabulary.ts'
import { readJsonRows } from './json-rows.ts'

export const exerciseFileLimits = { bytes: 8 * 1024 * 1024, rows: 5_000, depth: 8 }

/** One exercise of the file, clean and within limits. Empty texts are "not said". */
export type ImportedExercise = {
  sourceId: string
  name: string
  force: string
  level: string
  mechanic: string
  equipment: string
  primaryMuscles: string[]
  secondaryMuscles: string[]
  instructions: string[]
  category: string
  /** What other layouts say beside it; left out where a file says nothing of it. */
  aliases?: string[]
  cues?: string[]
  faults?: string[]
  contraindications?: string[]
}

/** An exercise of another layout in the words of this one, and what this has no words for. */
export type RawExercise = {
  where: string
  row: Record<string, unknown>
  more?: Partial<Record<'aliases' | 'cues' | 'faults' | 'contraindications', string[]>>
}

export type RefusedRow = { where: string; reason: string }

export type ExerciseFile =
  | { ok: true; rows: ImportedExercise[]; refused: RefusedRow[]; duplicates: number }
  | { ok: false; sentence: string }

const sentences = {
  empty: 'The file is empty. Choose the exercises.json of free-exercise-db.',
  not_json: 'The file is not complete JSON. It breaks off or has a typing error',
  not_a_list: 'The file is not a list of exercises. It should begin with a square bracket.',
  too_deep: 'The file nests deeper than a list of exercises does',
  too_many:
    `The file has more than ${exerciseFileLimits.rows.toLocaleString('en-GB')} rows. ` +
    'Import it in parts.',
} as const

/**
 * Reads the whole file. A file that is no list of exercises is refused as one; a row that lies,
 * alone.
 */
export function readExerciseFile(bytes: Uint8Array): ExerciseFile {
  if (bytes.length > exerciseFileLimits.bytes)
    return { ok: false, sentence: 'The file is larger than 8 MB.' }
  let text: string
  try {
    text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: false }).decode(bytes)
  } catch {
    return { ok: false, sentence: 'The file is not text in UTF-8. Choose a .json file.' }
  }
  const read = readJsonRows(text, {
    most: exerciseFileLimits.rows,
    deepest: exerciseFileLimits.depth,
  })
  if (!read.ok) {
    const at = read.line !== null && (read.reason === 'not_json' || read.reason === 'too_deep')
    return { ok: false, sentence: sentences[read.reason] + (at ? `: line ${read.line}.` : '') }
  }

  const rows = new Map<string, ImportedExercise>()
  const refused: RefusedRow[] = []
  let duplicates = 0
  read.rows.forEach(({ line, value }, i) => {
    const row = readRow(value)
    const where = `Row ${i + 1}, line ${line}`
    if (typeof row === 'string') {
      refused.push({ where, reason: row })
    } else if (rows.has(row.sourceId)) {
      duplicates += 1
      refused.push({ where, reason: `The id “${row.sourceId}” is already used in an earlier row.` })
    } else rows.set(row.sourceId, row)
  })
  if (rows.size === 0 && refused.length === 0)
    return { ok: false, sentence: 'The list has no exercises in it.' }
  return { ok: true, rows: [...rows.values()], refused, duplicates }
}

const strange = ['__proto__', 'constructor', 'prototype']

/** A row in our form, or the sentence that says why not. */
export function readRow(value: unknown): ImportedExercise | string {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return 'It is not an exercise.'
  const odd = strange.find((key) => Object.hasOwn(value, key))
  if (odd) return `It has a field called ${odd}.`
  const row = value as Record<string, unknown>
  try {
    const sourceId = text(row.id, 'id', 100)
    if (!/^[\w-]+$/.test(sourceId)) throw new Lie('The id may hold letters, figures, _ and - only.')
    const name = text(row.name, 'name', 120)
    return {
      sourceId,
      name,
      force: oneOf(row.force, 'force', forces),
      level: oneOf(row.level, 'level', levels),
      mechanic: oneOf(row.mechanic, 'mechanic', mechanics),
      equipment: oneOf(row.equipment, 'equipment', equipment),
      primaryMuscles: list(row.primaryMuscles, 'primaryMuscles', 17).map((m) =>
        oneOf(m, 'primaryMuscles', muscles),
      ),
      secondaryMuscles: list(row.secondaryMuscles, 'secondaryMuscles', 17).map((m) =>
        oneOf(m, 'secondaryMuscles', muscles),
      ),
      instructions: list(row.instructions, 'instructions', 60)
        .map((step) => text(step, 'instructions', 2_000, true))
        .filter(Boolean),
      category: oneOf(row.category, 'category', categories),
    }
  } catch (error) {
    if (error instanceof Lie) return error.message
    throw error
  }
}

/** What a row says wrongly. */
class Lie extends Error {}

function text(value: unknown, field: string, most: number, mayBeEmpty = false): string {
  if (typeof value !== 'string')
    throw new Lie(`“${field}” is ${value === undefined ? 'missing' : 'not a text'}.`)
  // Line breaks and control characters inside a sentence are slips of the source.
  if (/\p{Surrogate}/u.test(value)) throw new Lie(`“${field}” has half a character in it.`)
  const clean = tidyText(value.replace(/[\s\p{Cc}]+/gu, ' '))
  if (!clean && !mayBeEmpty) throw new Lie(`“${field}” is empty.`)
  if (clean.length > most)
    throw new Lie(`“${field}” is longer than ${most.toLocaleString('en-GB')} characters.`)
  return clean
}

function oneOf(value: unknown, field: string, among: readonly string[]): string {
  if (value === null || value === undefined) return ''
  if (typeof value !== 'string') throw new Lie(`“${field}” is not a text.`)
  if (!among.includes(value))
    throw new Lie(`“${field}” says “${value.slice(0, 40)}”, which is not one of its words.`)
  return value
}

function list(value: unknown, field: string, most: number): unknown[] {
  if (!Array.isArray(value))
    throw new Lie(`“${field}” is ${value === undefined ? 'missing' : 'not a list'}.`)
  if (value.length > most) throw new Lie(`“${field}” has more than ${most} entries.`)
  return [...new Set(value)]
}
