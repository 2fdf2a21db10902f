/**
 * A dump of every database as files: a folder each, a file a table with one row a line, and what
 * was dumped in `manifest.json`. Search tables are left out, since exports of D1 refuse them and
 * they are made from others. Restoring asks for empty databases with the same migrations.
 */
import { createReadStream, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { Refused } from '../refused.ts'
import {
  deleteRows,
  type Row,
  rebuildSearch,
  rowsOf,
  type Schema,
  schemaOf,
  writeRows,
} from './tables.ts'

export type Databases = Record<string, D1Database>

type Manifest = {
  format: 1
  at: string
  databases: Record<string, { migrations: string[]; tables: Record<string, number> }>
}

/** Tables that migrations fill, so that they have rows in a database nobody used. */
const givenByMigrations = ['roles', 'buckets']

const rowsAtOnce = 500

/**
 * Writes everything into `folder`, which must not exist yet; answers how many rows. The databases
 * are read one table after another: nothing is atomic across them, so dump when it is quiet, or go
 * back in time by D1's own means where only one of them is meant.
 */
export async function dump(databases: Databases, folder: string, at: string): Promise<number> {
  if (existsSync(folder)) throw new Refused(`${folder} exists already. Name a new folder.`)
  const manifest: Manifest = { format: 1, at, databases: {} }
  let total = 0
  for (const [name, database] of Object.entries(databases)) {
    mkdirSync(join(folder, name), { recursive: true })
    const tables: Record<string, number> = {}
    const schema = await schemaOf(database)
    for (const table of schema.tables) {
      const file = await open(join(folder, name, `${table.name}.jsonl`), 'w')
      let rows = 0
      for await (const part of rowsOf(database, table)) {
        await file.write(part.map((row) => `${JSON.stringify(row)}\n`).join(''))
        rows += part.length
      }
      await file.close()
      tables[table.name] = rows
      total += rows
    }
    manifest.databases[name] = { migrations: schema.migrations, tables }
  }
  // Last, so that a dump that broke off is none.
  writeFileSync(join(folder, 'manifest.json'), `${JSON.stringify(manifest, null, 2)}\n`)
  return total
}

function readManifest(folder: string): Manifest {
  const path = join(folder, 'manifest.json')
  if (!existsSync(path))
    throw new Refused(`${folder} is no finished dump: it has no manifest.json.`)
  return JSON.parse(readFileSync(path, 'utf8')) as Manifest
}

async function refuseUnlessEmpty(name: string, database: D1Database, { tables }: Schema) {
  const asked = tables.filter((table) => !givenByMigrations.includes(table.name))
  const answers = await database.batch(
    asked.map((table) => database.prepare(`SELECT 1 FROM "${table.name}" LIMIT 1`)),
  )
  const full = asked.find((_, i) => answers[i]!.results.length > 0)
  if (full)
    throw new Refused(
      `Nothing was restored: ${name} is not empty (there are rows in ${full.name}). Restore into new databases.`,
    )
}

async function* linesOf(path: string): AsyncGenerator<Row[]> {
  let part: Row[] = []
  for await (const line of createInterface({ input: createReadStream(path) })) {
    if (line !== '') part.push(JSON.parse(line) as Row)
    if (part.length < rowsAtOnce) continue
    yield part
    part = []
  }
  if (part.length > 0) yield part
}

/**
 * Fills empty databases with a dump and answers how many rows. Refuses, before it writes anything,
 * a folder that is no finished dump, files with other counts of rows than were dumped, databases
 * with rows, and databases whose migrations are not those of the dump. People who were erased after
 * the dump are erased again by the job `keep-erased`, from the directory's list of erasures as it
 * was dumped and, where that is older, from the one that the operator keeps (docs/operations.md).
 */
export async function restore(databases: Databases, folder: string): Promise<number> {
  const manifest = readManifest(folder)
  for (const [name, { migrations, tables }] of Object.entries(manifest.databases)) {
    const database = databases[name]
    if (!database) throw new Refused(`Nothing was restored: there is no database ${name}.`)
    const schema = await schemaOf(database)
    if (schema.migrations.join() !== migrations.join())
      throw new Refused(
        `Nothing was restored: ${name} has other migrations than the dump. Use the release that the dump was made with, and update afterwards.`,
      )
    await refuseUnlessEmpty(name, database, schema)
    for (const table of schema.tables) {
      let found = 0
      for await (const part of linesOf(join(folder, name, `${table.name}.jsonl`)))
        found += part.length
      if (found !== tables[table.name])
        throw new Refused(
          `Nothing was restored: the dump is damaged. ${name}/${table.name}.jsonl has ${found} rows, ${tables[table.name] ?? 0} were written.`,
        )
    }
  }
  let total = 0
  for (const name of Object.keys(manifest.databases)) {
    const database = databases[name]!
    const schema = await schemaOf(database)
    for (const table of schema.tables) {
      if (givenByMigrations.includes(table.name)) await deleteRows(database, table)
      for await (const part of linesOf(join(folder, name, `${table.name}.jsonl`))) {
        await writeRows(database, table, part)
        total += part.length
      }
    }
    await rebuildSearch(database, schema)
  }
  return total
}
