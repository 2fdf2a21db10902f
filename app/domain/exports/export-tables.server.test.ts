import { getTableColumns, getTableName, is } from 'drizzle-orm'
import { SQLiteTable } from 'drizzle-orm/sqlite-core'
import { expect, test } from 'vitest'
import * as studio from '#app/db/studio/schema.ts'
import { exportTables, keptBack } from './export-tables.server.ts'

test('each table of a studio is taken, or kept back with a reason', () => {
  const tables = Object.values(studio)
    .filter((value) => is(value, SQLiteTable))
    .filter((value) => 'studioId' in getTableColumns(value))
    .map((value) => getTableName(value))
  const taken = exportTables.map(({ table }) => table)
  expect([...taken, ...Object.keys(keptBack)].sort()).toEqual(
    expect.arrayContaining([...tables].sort()),
  )
  const open = exportTables.flatMap(({ table, columns }) =>
    columns.filter((name) => /secret|token|hash|pin$/.test(name)).map((name) => `${table}.${name}`),
  )
  expect(open).toEqual([])
})
