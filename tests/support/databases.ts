/**
 * Real D1 for tests of use cases: one directory and two shards in memory. They are started once a
 * process and emptied for each test file, which takes a fiftieth of the time.
 */
import type { Miniflare } from 'miniflare'
import {
  type DirectoryDb,
  directoryDb,
  type StudioDb,
  studioDb,
} from '#app/db/connection.server.ts'
import { Meter } from '#app/db/meter.server.ts'
import { insertRows, type Row } from '../../scripts/demo/insert-rows.ts'
import { gatewayEnv, type LocalDatabases, startLocalDatabases } from '../../scripts/local-server.ts'
import { testFile } from './run/test-file.ts'

export type TestDatabases = {
  env: LocalDatabases
  meter: Meter
  directory: DirectoryDb
  shard(n: 0 | 1): StudioDb
}

let opened: { turn: number; databases: Promise<TestDatabases> } | undefined

/** The databases of this test file. */
export function databases(): Promise<TestDatabases> {
  const { turn } = testFile
  if (opened?.turn !== turn) opened = { turn, databases: open() }
  return opened.databases
}

async function open(): Promise<TestDatabases> {
  const env = await emptyDatabases()
  const meter = new Meter()
  return {
    env,
    meter,
    directory: directoryDb(env, meter),
    shard: (n) => studioDb(env, { shard: n }, meter),
  }
}

type Running = {
  miniflare: Miniflare
  env: LocalDatabases
  schema: string
  tables: Tables[]
  given: Given[]
}
type Tables = { database: D1Database; tables: string[] }
/** Rows that migrations put into a table. */
type Given = { database: D1Database; table: string; rows: Row[] }

/** Those of this process, used by one test file after the other. */
let running: Running | undefined

async function emptyDatabases(): Promise<LocalDatabases> {
  if (running && (await schemaOf(running.env)) !== running.schema) {
    // A test that changed a table or left a trigger keeps it to itself.
    await running.miniflare.dispose()
    running = undefined
  }
  if (running) await emptyAll(running)
  else running = await start()
  return running.env
}

async function start(): Promise<Running> {
  const miniflare = await startLocalDatabases({})
  const env = gatewayEnv(miniflare)
  const tables = await Promise.all(
    each(env).map(async (database) => ({ database, tables: await tablesOf(database) })),
  )
  return { miniflare, env, schema: await schemaOf(env), tables, given: await rowsIn(tables) }
}

const each = (env: LocalDatabases) => [env.DIRECTORY, env.STUDIOS_0, env.STUDIOS_1]

/** What a change of any table, index or trigger changes; their whole text is half a megabyte. */
async function schemaOf(env: LocalDatabases): Promise<string> {
  const all = each(env).map((db) =>
    db
      .prepare(
        `SELECT count(*) AS parts, total(length(sql) * rowid) AS lengths,
          group_concat(name) AS names FROM sqlite_master`,
      )
      .all(),
  )
  return JSON.stringify((await Promise.all(all)).map(({ results }) => results))
}

/** Search tables are left to their triggers. */
async function tablesOf(database: D1Database): Promise<string[]> {
  const { results } = await database
    .prepare(
      `SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT GLOB 'sqlite_*'
        AND name NOT GLOB '_cf_*' AND name NOT GLOB '*migrations' AND name NOT GLOB '*_search*'`,
    )
    .all<{ name: string }>()
  return results.map(({ name }) => name)
}

async function rowsIn(all: Tables[]): Promise<Given[]> {
  const given = all.map(async ({ database, tables }) => {
    const answers = await database.batch<Row>(
      tables.map((table) => database.prepare(`SELECT * FROM "${table}"`)),
    )
    return tables.map((table, i) => ({ database, table, rows: answers[i]!.results }))
  })
  return (await Promise.all(given)).flat().filter(({ rows }) => rows.length > 0)
}

/** As many tables as D1 answers columns. */
const atOnce = 90

/** Those that have rows: most files write to a few of three hundred. */
async function filled({ database, tables }: Tables): Promise<string[]> {
  const parts = Array.from({ length: Math.ceil(tables.length / atOnce) }, (_, i) =>
    tables.slice(i * atOnce, (i + 1) * atOnce),
  )
  const answers = await database.batch<Record<string, number>>(
    parts.map((part) =>
      database.prepare(
        `SELECT ${part.map((table) => `EXISTS (SELECT 1 FROM "${table}") AS "${table}"`).join(', ')}`,
      ),
    ),
  )
  return tables.filter((table) => answers.some(({ results }) => results[0]?.[table]))
}

/** Leaves the rows that migrations put there. */
async function emptyAll({ tables: all, given }: Running): Promise<void> {
  for (const one of all) {
    const { database } = one
    // What triggers write while another is emptied is emptied in the next round.
    for (let tables = await filled(one); tables.length > 0; tables = await filled(one))
      await database.batch(tables.map((table) => database.prepare(`DELETE FROM "${table}"`)))
  }
  for (const { database, table, rows } of given) await insertRows(database, table, rows)
}
