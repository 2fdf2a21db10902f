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

type Running = { miniflare: Miniflare; env: LocalDatabases; schema: string; given: Given[] }
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
  return { miniflare, env, schema: await schemaOf(env), given: await rowsIn(env) }
}

const each = (env: LocalDatabases) => [env.DIRECTORY, env.STUDIOS_0, env.STUDIOS_1]

async function schemaOf(env: LocalDatabases): Promise<string> {
  const all = each(env).map((db) => db.prepare('SELECT name, sql FROM sqlite_master').all())
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

async function rowsIn(env: LocalDatabases): Promise<Given[]> {
  const all = each(env).map(async (database) => {
    const tables = await tablesOf(database)
    const answers = await database.batch<Row>(
      tables.map((table) => database.prepare(`SELECT * FROM "${table}"`)),
    )
    return tables.map((table, i) => ({ database, table, rows: answers[i]!.results }))
  })
  return (await Promise.all(all)).flat().filter(({ rows }) => rows.length > 0)
}

/** Leaves the rows that migrations put there. */
async function emptyAll({ env, given }: Running): Promise<void> {
  for (const database of each(env)) {
    const tables = await tablesOf(database)
    // Last those that triggers of the others write to.
    tables.sort((a, b) => Number(a === 'stray_objects') - Number(b === 'stray_objects'))
    await database.batch(tables.map((table) => database.prepare(`DELETE FROM "${table}"`)))
  }
  for (const { database, table, rows } of given) await insertRows(database, table, rows)
}
