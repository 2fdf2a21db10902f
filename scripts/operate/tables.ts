/**
 * Copies rows of whole tables as they are. Triggers of a table rest while its rows are written, in
 * the same transaction, so that nothing is worked out a second time and nobody else meets a table
 * without them.
 */

export type Row = Record<string, string | number | null>

/** At most so many rows and characters a write: D1 takes 2 MB in one parameter. */
const rowsAtOnce = 500
const charactersAtOnce = 500_000

const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`

/** A table that holds rows of ours: its columns in their order, and its triggers. */
export type Table = { name: string; columns: string[]; triggers: { name: string; sql: string }[] }

/** Tables that hold rows of ours, by name, and search tables, which are made from them. */
export type Schema = { tables: Table[]; search: string[]; migrations: string[] }

/** What a database consists of: without the tables of its engine. */
export async function schemaOf(database: D1Database): Promise<Schema> {
  const [columns, triggers, search, migrations] = await database.batch<Record<string, string>>([
    database.prepare(
      `SELECT entry.name AS name, info.name AS column_name
      FROM sqlite_master AS entry, pragma_table_info(entry.name) AS info
      WHERE entry.type = 'table' AND entry.name NOT GLOB 'sqlite_*' AND entry.name NOT GLOB '_cf_*'
        AND entry.name <> 'd1_migrations' ORDER BY entry.name, info.cid`,
    ),
    database.prepare(`SELECT tbl_name AS of, name, sql FROM sqlite_master WHERE type = 'trigger'`),
    database.prepare(
      `SELECT name FROM sqlite_master WHERE type = 'table' AND sql LIKE 'CREATE VIRTUAL TABLE%fts5%'`,
    ),
    database.prepare('SELECT name FROM d1_migrations ORDER BY name'),
  ])
  const searching = search!.results.map(({ name }) => name!)
  const tables = new Map<string, Table>()
  for (const { name, column_name: column } of columns!.results) {
    if (searching.some((of) => name === of || name!.startsWith(`${of}_`))) continue
    const table = tables.get(name!) ?? { name: name!, columns: [], triggers: [] }
    tables.set(name!, { ...table, columns: [...table.columns, column!] })
  }
  for (const { of, name, sql } of triggers!.results)
    tables.get(of!)?.triggers.push({ name: name!, sql: sql! })
  return {
    tables: [...tables.values()],
    search: searching,
    migrations: migrations!.results.map(({ name }) => name!),
  }
}

/**
 * Rows of a table in the order they were written, in steps; with `studioId`, those of one studio.
 */
export async function* rowsOf(
  database: D1Database,
  table: Table,
  studioId?: string,
): AsyncGenerator<Row[]> {
  const columns = table.columns.map(quoted).join(', ')
  const where = studioId === undefined ? '' : 'AND studio_id = ?2'
  const statement = `SELECT rowid AS "rowid of the row", ${columns} FROM ${quoted(table.name)} WHERE rowid > ?1 ${where} ORDER BY rowid LIMIT ${rowsAtOnce}`
  for (let after = 0; ; ) {
    const bound = database.prepare(statement)
    const { results } = await (studioId === undefined
      ? bound.bind(after)
      : bound.bind(after, studioId)
    ).all<Row>()
    const rows = results.map(({ 'rowid of the row': rowid, ...row }) => {
      after = Number(rowid)
      return row
    })
    if (rows.length > 0) yield rows
    if (results.length < rowsAtOnce) return
  }
}

/** `statement` while the triggers of its table rest, all or nothing. */
async function restingTriggers(
  database: D1Database,
  { triggers }: Table,
  statement: D1PreparedStatement,
): Promise<void> {
  await database.batch([
    ...triggers.map(({ name }) => database.prepare(`DROP TRIGGER ${quoted(name)}`)),
    statement,
    ...triggers.map(({ sql }) => database.prepare(sql)),
  ])
}

/** Parts of `rows` that fit into one write each. */
function* inParts(rows: readonly Row[]): Generator<Row[]> {
  let part: Row[] = []
  let size = 0
  for (const row of rows) {
    const long = JSON.stringify(row).length
    if (part.length > 0 && (size + long > charactersAtOnce || part.length >= rowsAtOnce)) {
      yield part
      part = []
      size = 0
    }
    part.push(row)
    size += long
  }
  if (part.length > 0) yield part
}

/**
 * Writes rows as they are, all with the same columns. `leaveOut` are columns that the database
 * numbers again (`seq`), in the order of the rows.
 */
export async function writeRows(
  database: D1Database,
  table: Table,
  rows: readonly Row[],
  leaveOut: readonly string[] = [],
): Promise<void> {
  const columns = table.columns.filter((name) => !leaveOut.includes(name))
  const picked = columns.map((_, i) => `json_extract(value, '$[${i}]')`).join(', ')
  const insert = `INSERT INTO ${quoted(table.name)} (${columns.map(quoted).join(', ')}) SELECT ${picked} FROM json_each(?1) ORDER BY key`
  for (const part of inParts(rows)) {
    const values = JSON.stringify(part.map((row) => columns.map((column) => row[column] ?? null)))
    await restingTriggers(database, table, database.prepare(insert).bind(values))
  }
}

/** Deletes rows of a table without its triggers: all, or those of one studio. */
export async function deleteRows(
  database: D1Database,
  table: Table,
  studioId?: string,
): Promise<void> {
  const from = `DELETE FROM ${quoted(table.name)}`
  const statement =
    studioId === undefined
      ? database.prepare(from)
      : database.prepare(`${from} WHERE studio_id = ?`).bind(studioId)
  await restingTriggers(database, table, statement)
}

/** Rebuilds the search tables of a database from the rows they are made of. */
export async function rebuildSearch(database: D1Database, { search }: Schema): Promise<void> {
  for (const name of search)
    await database.prepare(`INSERT INTO ${name}(${name}) VALUES ('rebuild')`).run()
}
