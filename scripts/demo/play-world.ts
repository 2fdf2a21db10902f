/**
 * Plays the demo world in databases of its own and answers it as rows, which can be put wherever it
 * is wanted.
 */
import { hashPassword } from '#app/domain/identity/secrets/password-hash.server.ts'
import type { Instant } from '#app/values/instant.ts'
import { insertRows, type Row } from './insert-rows.ts'
import { demoPassword, type PlannedStudio, planWorld } from './plan-world.ts'
import { startPlayDatabase } from './play-database.ts'

/** Rows by table, of the directory and of each shard. */
export type World = {
  directory: Record<string, Row[]>
  shards: Record<number, Record<string, Row[]>>
}

/** The world as it is at `now`. */
export async function playWorld(now: Instant): Promise<World> {
  const { directory, studios } = planWorld(now, await hashPassword(demoPassword))
  // Each in a database of its own, which is a process of its own.
  const played = studios.map(async (studio) => [studio.shard, await playStudio(studio)])
  return { directory, shards: Object.fromEntries(await Promise.all(played)) }
}

async function playStudio({ before, player, after }: PlannedStudio) {
  const { database, dispose } = await startPlayDatabase()
  try {
    for (const [table, rows] of Object.entries(before)) await insertRows(database, table, rows)
    await player.play(database)
    for (const tables of after)
      for (const [table, rows] of Object.entries(tables)) await insertRows(database, table, rows)
    return await rowsOf(database)
  } finally {
    await dispose()
  }
}

/** Every table that has rows, in the order they were written; what triggers keep is left to them. */
async function rowsOf(database: D1Database): Promise<Record<string, Row[]>> {
  const { results: tables } = await database
    .prepare(
      `SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT GLOB 'sqlite_*'
        AND name NOT GLOB '_cf_*' AND name NOT GLOB '*migrations' AND name NOT GLOB '*_search*'`,
    )
    .all<{ name: string }>()
  const rows: Record<string, Row[]> = {}
  for (const { name } of tables) {
    const { results } = await database.prepare(`SELECT * FROM "${name}" ORDER BY rowid`).all<Row>()
    if (results.length > 0) rows[name] = results
  }
  return rows
}
