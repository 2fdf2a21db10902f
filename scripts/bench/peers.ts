/**
 * The pages our timetable is measured against, with the same rows: a bare Remix page and a page of
 * strings.
 */
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Miniflare } from 'miniflare'
import { root } from '../local-server.ts'

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

/** Serves a peer over a D1 with `rows`. */
export async function startPeer(
  kind: 'remix' | 'plain',
  rows: PeerRow[],
): Promise<{ url: string; stop(): Promise<void> }> {
  const path =
    kind === 'remix'
      ? join(root, 'build/peer-remix/worker/server.js')
      : join(root, 'scripts/bench/peer-plain.mjs')
  const miniflare = new Miniflare({
    modules: [{ type: 'ESModule', path, contents: readFileSync(path, 'utf8') }],
    compatibilityDate: '2026-04-01',
    compatibilityFlags: ['nodejs_compat'],
    d1Databases: { STUDIOS_0: 'peer' },
    host: '127.0.0.1',
    port: 0,
    cf: false,
  })
  const database = await miniflare.getD1Database('STUDIOS_0')
  await database.exec(
    'CREATE TABLE peer_rows (id TEXT PRIMARY KEY, localStart TEXT, title TEXT, coach TEXT, room TEXT, capacity INTEGER, booked INTEGER)',
  )
  await database
    .prepare(
      `INSERT INTO peer_rows SELECT json_extract(value,'$.id'), json_extract(value,'$.localStart'), json_extract(value,'$.title'),
        json_extract(value,'$.coach'), json_extract(value,'$.room'), json_extract(value,'$.capacity'), json_extract(value,'$.booked')
       FROM json_each(?1)`,
    )
    .bind(JSON.stringify(rows))
    .run()
  return { url: (await miniflare.ready).origin, stop: () => miniflare.dispose() }
}
