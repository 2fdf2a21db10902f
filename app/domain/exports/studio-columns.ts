import { getTableColumns, getTableName, is } from 'drizzle-orm'
import { SQLiteTable } from 'drizzle-orm/sqlite-core'
import * as studio from '#app/db/studio/schema.ts'

/**
 * The columns of each table of a shard, by the table's name. In the Worker they stand as text
 * (scripts/vite/lean-schema.ts): the tables themselves would weigh five times as much.
 */
export const studioColumns: Readonly<Record<string, readonly string[]>> = Object.fromEntries(
  Object.values(studio)
    .flatMap((value): SQLiteTable[] => (is(value, SQLiteTable) ? [value] : []))
    .map((value) => [
      getTableName(value),
      Object.values(getTableColumns(value)).map(({ name }) => name),
    ]),
)
