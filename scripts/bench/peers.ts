/**
 * The pages our timetable is measured against, with the same rows: a bare Remix page and a page of
 * strings.
 */
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { databaseEnv, root, startLocalServer } from '../local-server.ts'

export type PeerRow = {
  id: string
  localStart: string
  title: string
  coach: string
  room: string
  capacity: number
  booked: number
}

/** Builds the bare Remix page as its template would be deployed. */
export function buildPeer(): void {
  const env = { ...process.env, NODE_ENV: 'production', WRANGLER_SEND_METRICS: 'false', CI: 'true' }
  const quiet = {
    cwd: root,
    env,
    stdio: ['ignore', 'ignore', 'ignore'] as ['ignore', 'ignore', 'ignore'],
  }
  execFileSync(
    join(root, 'node_modules/.bin/remix'),
    ['vite:build', 'scripts/bench/peer-remix'],
    quiet,
  )
  execFileSync(
    join(root, 'node_modules/.bin/wrangler'),
    [
      'deploy',
      '--dry-run',
      '--minify',
      '-c',
      'scripts/bench/peer-remix/wrangler.toml',
      '--outdir',
      join(root, 'build/peer-remix/worker'),
    ],
    quiet,
  )
}

/** Serves a peer with the bindings of our own Worker, over a D1 with `rows`. */
export async function startPeer(
  kind: 'remix' | 'plain',
  rows: PeerRow[],
): Promise<{ url: string; stop(): Promise<void> }> {
  const path =
    kind === 'remix'
      ? join(root, 'build/peer-remix/worker/server.js')
      : join(root, 'scripts/bench/peer-plain.mjs')
  const { url, miniflare } = await startLocalServer({ script: readFileSync(path, 'utf8') })
  const { STUDIOS_0: database } = await databaseEnv(miniflare)
  await database
    .prepare(
      'CREATE TABLE peer_rows (id TEXT PRIMARY KEY, localStart TEXT, title TEXT, coach TEXT, room TEXT, capacity INTEGER, booked INTEGER)',
    )
    .run()
  await database
    .prepare(
      `INSERT INTO peer_rows SELECT json_extract(value,'$.id'), json_extract(value,'$.localStart'), json_extract(value,'$.title'),
        json_extract(value,'$.coach'), json_extract(value,'$.room'), json_extract(value,'$.capacity'), json_extract(value,'$.booked')
       FROM json_each(?1)`,
    )
    .bind(JSON.stringify(rows))
    .run()
  return { url, stop: () => miniflare.dispose() }
}

/** The rows of a week of ours, for a peer. */
export async function rowsOf(shard: D1Database, studioId: string): Promise<PeerRow[]> {
  const { results } = await shard
    .prepare(
      `SELECT o.id, o.local_start AS localStart, class_type.name AS title, coach.name AS coach,
        room.name AS room, o.capacity, 4 AS booked
       FROM occurrences AS o JOIN class_types AS class_type ON class_type.id = o.class_type_id
       JOIN people AS coach ON coach.id = o.coach_id JOIN rooms AS room ON room.id = o.room_id
       WHERE o.studio_id = ? AND o.local_start BETWEEN '2026-10-13' AND '2026-10-20' ORDER BY o.local_start`,
    )
    .bind(studioId)
    .all<PeerRow>()
  return results
}
