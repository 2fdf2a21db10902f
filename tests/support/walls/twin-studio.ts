/**
 * A second studio on the same shard that has a record of every kind the first one has: its rows
 * once more, under ids, secrets and names of its own. So each id of the one has a counterpart in
 * the other, and what is foreign can be told by its id and by its words.
 */
import { createHash } from 'node:crypto'
import { readConfiguration } from '#app/domain/identity/configuration.server.ts'
import {
  hashSecretToken,
  openAtRest,
  sealAtRest,
} from '#app/domain/identity/secrets/secret-tokens.server.ts'
import { insertRows, type Row } from '../../../scripts/demo/insert-rows.ts'
import { testSecrets } from '../accounts.ts'

/** In every name, title, note and address of the twin, and in nothing else. */
export const twinMark = 'Zandoli'

const twinSlug = 'zandoli'

const marked = new Set([
  ...['name', 'title', 'short_name', 'preferred_name', 'policy_name', 'legal_name'],
  ...['body', 'note', 'description', 'label', 'buyer_name', 'guest_name', 'holder'],
])

export type Twin = {
  id: string
  slug: string
  /** The twin's counterpart of an id or secret of the first studio; undefined for other words. */
  of(id: string): string | undefined
  /** `text` with every id or secret in it replaced by its counterpart. */
  swap(text: string): string
  /** Every id of the twin that stands in `text`. */
  foundIn(text: string): string[]
  /** Every id and secret of the twin. */
  ids: string[]
}

/** Words that may be ids or secrets, alone or joined by what also stands in some of them. */
const joined = /[0-9A-Za-z_-]{6,}/g
const single = /[0-9A-Za-z]{6,}/g

/**
 * Columns whose values name something outside their table: keys, and what opens a door. A file's bytes
 * stay shared: a hole would show them.
 */
const keyColumn = /^(id|user_id|token|code|secret_hash|token_hash|version)$/

/** Copies all that `studioId` has in `shard` and in the directory; answers the twin. */
export async function addTwin(
  { directory, shard }: { directory: D1Database; shard: D1Database },
  studioId: string,
): Promise<Twin> {
  const own = await rowsOf(shard, studioId)
  const invitations = await all(
    directory,
    'SELECT * FROM invitations WHERE studio_id = ?',
    studioId,
  )
  const counterparts = new Map<string, string>([[studioId, alike(studioId)]])
  for (const rows of [...Object.values(own), invitations])
    for (const row of rows)
      for (const [column, value] of Object.entries(row))
        if (keyColumn.test(column) && typeof value === 'string' && value.length >= 6)
          counterparts.set(value, alike(value))
  for (const { sealed } of Object.values(own).flat())
    if (typeof sealed === 'string' && sealed !== '') {
      const token = openSealed(sealed)
      counterparts.set(token, alike(token))
    }
  const swap = (text: string) =>
    text.replace(
      joined,
      (words) =>
        counterparts.get(words) ?? words.replace(single, (word) => counterparts.get(word) ?? word),
    )
  const copy = (row: Row): Row => ({ ...worded(row), ...resealed(row, swap) })
  const worded = (row: Row): Row =>
    Object.fromEntries(
      Object.entries(row)
        .filter(([column]) => column !== 'seq')
        .map(([column, value]) => [
          column,
          typeof value === 'string' ? reword(column, value, swap) : value,
        ]),
    )
  for (const [table, rows] of Object.entries(own)) await insertRows(shard, table, rows.map(copy))
  await insertRows(directory, 'invitations', invitations.map(copy))
  const [studio] = await all(directory, 'SELECT * FROM studios WHERE id = ?', studioId)
  await insertRows(directory, 'studios', [{ ...copy(studio as Row), slug: twinSlug }])
  const ids = new Set(counterparts.values())
  return {
    id: alike(studioId),
    slug: twinSlug,
    of: (id) => counterparts.get(id),
    swap,
    foundIn: (text) => {
      const found = new Set<string>()
      for (const [words] of text.matchAll(joined)) {
        if (ids.has(words)) found.add(words)
        if (/[_-]/.test(words))
          for (const word of words.split(/[_-]+/)) if (ids.has(word)) found.add(word)
      }
      return [...found]
    },
    ids: [...ids],
  }
}

/** A secret that is kept sealed beside its hash, as the installation of the walls seals it. */
export const openSealed = (sealed: string) => openAtRest(sealing(), sealed)

const sealing = () => ({ secret: readConfiguration(testSecrets).secret })

/** The counterpart of a sealed secret opens the twin's row. */
function resealed({ sealed }: Row, swap: (text: string) => string): Row {
  if (typeof sealed !== 'string' || sealed === '') return {}
  const token = swap(openSealed(sealed))
  return { sealed: sealAtRest(sealing(), token), token_hash: hashSecretToken(token) }
}

function reword(column: string, value: string, swap: (text: string) => string): string {
  if (value === '') return value
  if (/(^|_)email$/.test(column)) return `${twinMark.toLowerCase()}.${value}`
  return marked.has(column) ? `${twinMark} ${value}` : swap(value)
}

/** A word of the same length and kind that follows from `word`. */
function alike(word: string): string {
  const digest = createHash('sha512').update(word).digest()
  return [...word]
    .map((letter, at) => {
      const byte = digest[at % digest.length] as number
      if (/[0-9]/.test(letter) && !(word.length === 36 && at === 14)) return String(byte % 10)
      if (/[a-f]/.test(letter)) return 'abcdef'[byte % 6]
      if (/[a-z]/.test(letter)) return String.fromCharCode(97 + (byte % 26))
      if (/[A-Z]/.test(letter)) return String.fromCharCode(65 + (byte % 26))
      return letter
    })
    .join('')
}

async function all(database: D1Database, query: string, ...bound: string[]): Promise<Row[]> {
  return (
    await database
      .prepare(query)
      .bind(...bound)
      .all<Row>()
  ).results
}

/** The tables that keep rows of studios, with their columns. */
export async function studioTables(database: D1Database): Promise<Map<string, string[]>> {
  const found = await all(
    database,
    `SELECT t.name AS "table", c.name AS "column" FROM sqlite_master AS t
      JOIN pragma_table_info(t.name) AS c
      WHERE t.type = 'table' AND t.name NOT GLOB 'sqlite_*' AND t.name NOT GLOB '_cf_*'
        AND t.name NOT GLOB '*_search*' AND t.name NOT GLOB 'wall_*'`,
  )
  const tables = new Map<string, string[]>()
  for (const { table, column } of found)
    tables.set(String(table), [...(tables.get(String(table)) ?? []), String(column)])
  for (const [table, columns] of tables) if (!columns.includes('studio_id')) tables.delete(table)
  return tables
}

/** All rows of a studio, by table. */
export async function rowsOf(
  database: D1Database,
  studioId: string,
): Promise<Record<string, Row[]>> {
  const rows: Record<string, Row[]> = {}
  for (const table of (await studioTables(database)).keys()) {
    const found = await all(
      database,
      `SELECT * FROM "${table}" WHERE studio_id = ? ORDER BY rowid`,
      studioId,
    )
    if (found.length > 0) rows[table] = found
  }
  return rows
}
