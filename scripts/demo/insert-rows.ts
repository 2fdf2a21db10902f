/** Writes many rows with one parameter a statement: D1 binds at most 100. */

export type Row = Record<string, string | number | null>

const rowsPerStatement = 2_000

/**
 * Inserts rows that all have the same columns, in order, many a statement; answers how many. With
 * `skipKnown`, rows that are there already stay as they are.
 */
export async function insertRows(
  database: D1Database,
  table: string,
  rows: readonly Row[],
  { skipKnown = false } = {},
): Promise<number> {
  const columns = Object.keys(rows[0] ?? {})
  const picked = columns.map((_, i) => `json_extract(value, '$[${i}]')`)
  const statement = database.prepare(
    `INSERT ${skipKnown ? 'OR IGNORE ' : ''}INTO ${table} (${columns.map((column) => `"${column}"`).join(', ')}) SELECT ${picked.join(', ')} FROM json_each(?1) ORDER BY key`,
  )
  for (let from = 0; from < rows.length; from += rowsPerStatement) {
    const chunk = rows
      .slice(from, from + rowsPerStatement)
      .map((row) => columns.map((column) => row[column] ?? null))
    await statement.bind(JSON.stringify(chunk)).run()
  }
  return rows.length
}
