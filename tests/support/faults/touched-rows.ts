/**
 * Which rows a request touched: what it did can then be compared with what it does elsewhere, and
 * be taken back, without copying a whole database.
 */
import type { LocalDatabases } from '../../../scripts/local-server.ts'

type Value = string | number | null
export type Row = Record<string, Value>

/** A row that is not as it was; `now` null is one that is gone, `was` null one that is new. */
export type Change = {
  database: string
  table: string
  rowid: number
  was: Row | null
  now: Row | null
}

type Kept = { binding: keyof LocalDatabases; database: D1Database; tables: Map<string, Table> }
type Table = { columns: string[]; rows: Map<number, Row> }

export type TouchedRows = {
  /** What has changed since the databases were as they were taken. */
  changes(): Promise<Change[]>
  /** Takes everything back. */
  restore(): Promise<void>
  /** Whether a word of letters and digits stood in any row when the databases were taken. */
  knows(word: string): boolean
}

const own = `type = 'table' AND name NOT GLOB 'sqlite_*' AND name NOT GLOB '_cf_*'
  AND name NOT GLOB '*migrations' AND name NOT GLOB '*_search*' AND name NOT GLOB 'touched_*'`

/** Takes the databases as they are now, and from now on notes each row that is touched. */
export async function watchRows(env: LocalDatabases): Promise<TouchedRows> {
  const bindings = ['DIRECTORY', 'STUDIOS_0', 'STUDIOS_1'] as const
  const kept = await Promise.all(bindings.map((binding) => keep(binding, env[binding])))
  const words = new Set<string>()
  for (const { tables } of kept)
    for (const { rows } of tables.values())
      for (const row of rows.values())
        for (const value of Object.values(row))
          if (typeof value === 'string')
            for (const word of value.match(/[\w-]{8,}/g) ?? []) words.add(word)
  return {
    knows: (word) => words.has(word),
    changes: async () => (await Promise.all(kept.map(changesOf))).flat(),
    restore: async () => {
      await Promise.all(kept.map(takeBack))
    },
  }
}

async function keep(binding: Kept['binding'], database: D1Database): Promise<Kept> {
  const { results } = await database
    .prepare(`SELECT name FROM sqlite_master WHERE ${own}`)
    .all<{ name: string }>()
  const names = results.map(({ name }) => name)
  const answers = await database.batch<Row>(
    names.map((name) => database.prepare(`SELECT rowid AS "_rowid", * FROM "${name}"`)),
  )
  const columns = await database.batch<{ name: string }>(
    names.map((name) => database.prepare(`SELECT name FROM pragma_table_info('${name}')`)),
  )
  const tables = new Map(
    names.map((name, at): [string, Table] => [
      name,
      {
        columns: columns[at]!.results.map((column) => column.name),
        rows: new Map(answers[at]!.results.map(({ _rowid, ...row }) => [Number(_rowid), row])),
      },
    ]),
  )
  const sides = { INSERT: 'NEW', UPDATE: 'NEW', DELETE: 'OLD' }
  await database.batch([
    database.prepare('CREATE TABLE touched_rows (name TEXT NOT NULL, id INTEGER NOT NULL)'),
    ...names.flatMap((name) =>
      Object.entries(sides).map(([act, side]) =>
        database.prepare(
          `CREATE TRIGGER "touched_${act}_${name}" AFTER ${act} ON "${name}" BEGIN
            INSERT INTO touched_rows VALUES ('${name}', ${side}.rowid); END`,
        ),
      ),
    ),
  ])
  return { binding, database, tables }
}

type Touched = { name: string; id: number }

async function touchedIn({ database }: Kept): Promise<Touched[]> {
  const found = await database.prepare('SELECT DISTINCT name, id FROM touched_rows').all<Touched>()
  return found.results
}

async function changesOf(one: Kept): Promise<Change[]> {
  const touched = await touchedIn(one)
  if (touched.length === 0) return []
  const names = [...new Set(touched.map(({ name }) => name))]
  const answers = await one.database.batch<Row>(
    names.map((name) =>
      one.database
        .prepare(
          `SELECT rowid AS "_rowid", * FROM "${name}"
            WHERE rowid IN (SELECT id FROM touched_rows WHERE name = ?)`,
        )
        .bind(name),
    ),
  )
  const found: Change[] = []
  for (const [at, name] of names.entries()) {
    const now = new Map(answers[at]!.results.map(({ _rowid, ...row }) => [Number(_rowid), row]))
    for (const { id } of touched.filter((other) => other.name === name)) {
      const before = one.tables.get(name)?.rows.get(id) ?? null
      const after = now.get(id) ?? null
      if (JSON.stringify(before) === JSON.stringify(after)) continue
      found.push({ database: one.binding, table: name, rowid: id, was: before, now: after })
    }
  }
  return found
}

/**
 * Puts back what was touched. The triggers of the product run as rows are put back (a notice queues
 * push messages), so that what they wrote is taken back as well.
 */
async function takeBack(one: Kept): Promise<void> {
  for (let round = 0; round < 4; round += 1) {
    const touched = round === 0 ? await touchedIn(one) : (await changesOf(one)).map(nameAndId)
    if (touched.length === 0) break
    await putBack(one, touched)
  }
  await one.database.prepare('DELETE FROM touched_rows').run()
}

const nameAndId = ({ table, rowid }: Change): Touched => ({ name: table, id: rowid })

async function putBack(one: Kept, touched: readonly Touched[]): Promise<void> {
  const { database } = one
  const names = [...new Set(touched.map(({ name }) => name))]
  const idsOf = (of: string) =>
    JSON.stringify(touched.filter(({ name }) => name === of).map(({ id }) => id))
  const removing = names.map((name) =>
    database
      .prepare(`DELETE FROM "${name}" WHERE rowid IN (SELECT value FROM json_each(?))`)
      .bind(idsOf(name)),
  )
  const putting = names.flatMap((name) => {
    const { columns, rows } = one.tables.get(name) as Table
    const lost = touched.flatMap(({ name: of, id }) => {
      const row = of === name ? rows.get(id) : undefined
      return row ? [[id, ...columns.map((column) => row[column] ?? null)]] : []
    })
    if (lost.length === 0) return []
    const picked = columns.map((_, at) => `json_extract(value, '$[${at + 1}]')`)
    const into = columns.map((column) => `"${column}"`)
    return [
      database
        .prepare(
          `INSERT OR REPLACE INTO "${name}" (rowid, ${into.join(', ')})
            SELECT json_extract(value, '$[0]'), ${picked.join(', ')} FROM json_each(?)`,
        )
        .bind(JSON.stringify(lost)),
    ]
  })
  await database.batch([...removing, ...putting])
}
