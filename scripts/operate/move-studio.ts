/**
 * Moves a studio to another shard (docs/operations.md). While it moves it can be read and not
 * written. Begun again after a crash it goes on: nothing of the old place is deleted before the
 * directory leads to the new one, and that only once both have the same rows.
 */
import { createHash } from 'node:crypto'
import { Refused } from '../refused.ts'
import {
  deleteRows,
  rebuildSearch,
  rowsOf,
  type Schema,
  schemaOf,
  type Table,
  writeRows,
} from './tables.ts'

export type MoveEnv = { DIRECTORY: D1Database } & Record<`STUDIOS_${number}`, D1Database>

/** A move that was begun: what it came from, and how the studio was before. */
type Begun = { from: number; to: number; state: string }

const keyOf = (studioId: string) => `moving:${studioId}`

function shardOf(env: MoveEnv, number: number): D1Database {
  const database = env[`STUDIOS_${number}`]
  if (!database)
    throw new Refused(`There is no shard ${number}: wrangler.toml has no STUDIOS_${number}.`)
  return database
}

/** Numbers that a database gives automatically, in order; nothing refers to them. */
const numbered = ['seq']

/** Tables of a shard that have rows of studios. */
const studioTables = ({ tables }: Schema) =>
  tables.filter(({ columns }) => columns.includes('studio_id'))

/** What a studio has in a table: how many rows, and a hash of them whatever their order. */
async function digestOf(database: D1Database, table: Table, studioId: string) {
  const lines: string[] = []
  for await (const part of rowsOf(database, table, studioId))
    for (const { seq: _, ...row } of part) lines.push(JSON.stringify(row))
  const hash = createHash('sha256').update(lines.sort().join('\n'))
  return { rows: lines.length, hash: hash.digest('hex') }
}

const atOnce = 8

/** A table in which the two places differ, and how many rows stand at the second. */
type Differing = { table: Table; there: number }

/** Tables in which the two places differ, and how many rows the first has in all. */
async function compare(from: D1Database, to: D1Database, tables: Table[], studioId: string) {
  const differing: Differing[] = []
  let rows = 0
  for (let first = 0; first < tables.length; first += atOnce) {
    const some = tables.slice(first, first + atOnce)
    await Promise.all(
      some.map(async (table) => {
        const [here, there] = await Promise.all([
          digestOf(from, table, studioId),
          digestOf(to, table, studioId),
        ])
        rows += here.rows
        if (here.hash !== there.hash) differing.push({ table, there: there.rows })
      }),
    )
  }
  return { differing, rows }
}

async function begin(env: MoveEnv, slug: string, to: number) {
  const studio = await env.DIRECTORY.prepare('SELECT id, shard, state FROM studios WHERE slug = ?')
    .bind(slug)
    .first<{ id: string; shard: number; state: string }>()
  if (!studio) throw new Refused(`There is no studio at /${slug}.`)
  const kept = await env.DIRECTORY.prepare('SELECT value FROM server_settings WHERE key = ?')
    .bind(keyOf(studio.id))
    .first<{ value: string }>()
  const begun = kept ? (JSON.parse(kept.value) as Begun) : null
  if (begun && begun.to !== to)
    throw new Refused(`${slug} is on its way to shard ${begun.to}. Finish that move first.`)
  if (begun) return { id: studio.id, ...begun, switched: studio.shard === to }
  if (studio.shard === to) throw new Refused(`${slug} is on shard ${to} already.`)
  if (studio.state === 'provisioning')
    throw new Refused(`${slug} is still being set up. Move it once it is open.`)
  const [here, there] = [
    await schemaOf(shardOf(env, studio.shard)),
    await schemaOf(shardOf(env, to)),
  ]
  if (here.migrations.join() !== there.migrations.join())
    throw new Refused(
      `Shard ${to} has other migrations than shard ${studio.shard}. Apply them first.`,
    )
  const move: Begun = { from: studio.shard, to, state: studio.state }
  await env.DIRECTORY.batch([
    env.DIRECTORY.prepare('INSERT INTO server_settings (key, value) VALUES (?, ?)').bind(
      keyOf(studio.id),
      JSON.stringify(move),
    ),
    env.DIRECTORY.prepare(`UPDATE studios SET state = 'archived' WHERE id = ?`).bind(studio.id),
  ])
  return { id: studio.id, ...move, switched: false }
}

/** Ends a move: the studio is as it was before it, wherever it is now. */
async function openAgain({ DIRECTORY }: MoveEnv, { id, state }: { id: string; state: string }) {
  await DIRECTORY.batch([
    DIRECTORY.prepare('UPDATE studios SET state = ? WHERE id = ?').bind(state, id),
    DIRECTORY.prepare('DELETE FROM server_settings WHERE key = ?').bind(keyOf(id)),
  ])
}

/** Copies the rows of some tables, in place of whatever stands at the new place. */
async function copy(from: D1Database, to: D1Database, differing: Differing[], studioId: string) {
  for (const { table, there } of differing) {
    if (there > 0) await deleteRows(to, table, studioId)
    for await (const part of rowsOf(from, table, studioId))
      await writeRows(to, table, part, numbered)
  }
}

/**
 * Moves the studio at `/{slug}` to shard `to`. Refuses unknown studios and shards, a shard with
 * other migrations, and a second move while one is under way. `say` is told of each step.
 */
export async function moveStudio(
  env: MoveEnv,
  slug: string,
  to: number,
  say: (line: string) => void = () => {},
): Promise<{ rows: number }> {
  const target = shardOf(env, to)
  const move = await begin(env, slug, to)
  const source = shardOf(env, move.from)
  const [here, there] = [await schemaOf(source), await schemaOf(target)]
  const tables = studioTables(here)
  let rows = 0
  if (!move.switched) {
    say(`${slug} can be read and not written until it has moved.`)
    // A job that was under way as the move began may have written behind the first copy.
    for (let tries = 1; ; tries += 1) {
      const { differing, ...found } = await compare(source, target, tables, move.id)
      rows = found.rows
      if (differing.length === 0) break
      if (tries === 5) {
        await openAgain(env, move)
        throw new Refused(
          `${slug} stays on shard ${move.from}: ${differing.map(({ table }) => table.name).join(', ')} went on changing. Try again when it is quiet.`,
        )
      }
      await copy(source, target, differing, move.id)
    }
    say(`Copied ${rows} rows to shard ${to}, and compared them.`)
    await rebuildSearch(target, there)
    await env.DIRECTORY.prepare('UPDATE studios SET shard = ? WHERE id = ? AND shard = ?')
      .bind(to, move.id, move.from)
      .run()
  }
  const left = await source.batch(
    tables.map(({ name }) =>
      source.prepare(`SELECT 1 FROM "${name}" WHERE studio_id = ? LIMIT 1`).bind(move.id),
    ),
  )
  for (const [i, table] of tables.entries())
    if (left[i]!.results.length > 0) await deleteRows(source, table, move.id)
  await rebuildSearch(source, here)
  await openAgain(env, move)
  say(`${slug} is on shard ${to}.`)
  return { rows }
}
