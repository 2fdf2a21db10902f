/**
 * A server with data of its own for one measurement: the built Worker, its databases, and sessions
 * without hashing.
 */
import type { Miniflare } from 'miniflare'
import { directoryDb, studioDb } from '#app/db/connection.server.ts'
import { Meter } from '#app/db/meter.server.ts'
import { instantFromMs } from '#app/values/instant.ts'
import { mintSession, testSecrets } from '../../tests/support/accounts.ts'
import type { TestDatabases } from '../../tests/support/databases.ts'
import { buildRush, type RushSize } from '../demo/build-rush.ts'
import { insertRows } from '../demo/insert-rows.ts'
import { databaseEnv, startLocalServer } from '../local-server.ts'

export type BenchServer = {
  url: string
  databases: TestDatabases
  miniflare: Miniflare
  cookieOf(userId: string): Promise<string>
  stop(): Promise<void>
}

export async function benchServer(
  variables: Record<string, string> = {},
  script?: string,
): Promise<BenchServer> {
  const { url, miniflare } = await startLocalServer({
    variables: { ...testSecrets, DEV_TOOLS: 'true', LIMIT_SCALE: '1000', ...variables },
    ...(script ? { script } : {}),
  })
  const env = await databaseEnv(miniflare)
  const meter = new Meter()
  const databases: TestDatabases = {
    env,
    meter,
    directory: directoryDb(env, meter),
    shard: (n) => studioDb(env, { shard: n }, meter),
  }
  return {
    url,
    databases,
    miniflare,
    cookieOf: async (userId) => (await mintSession(databases, { userId })).cookie,
    stop: () => miniflare.dispose(),
  }
}

/**
 * Fills in the large studio of contract 8; answers the account ids of its members and its future
 * classes.
 */
export async function fillRush(
  { databases }: BenchServer,
  size: RushSize,
): Promise<{ userIds: string[]; classes: { id: string; startsAt: string }[] }> {
  const { DIRECTORY, STUDIOS_0 } = databases.env
  const rush = buildRush(size, instantFromMs(Date.now()), 'none')
  for (const [table, rows] of Object.entries(rush.shard)) await insertRows(STUDIOS_0, table, rows)
  for (const [table, rows] of Object.entries(rush.directory))
    await insertRows(DIRECTORY, table, rows, { skipKnown: true })
  await insertRows(DIRECTORY, 'studios', [rush.studio])
  const accounts = await DIRECTORY.prepare(
    "SELECT id FROM auth_users WHERE email LIKE 'm%@' || ? || '.test' ORDER BY length(email), email LIMIT 1000",
  )
    .bind(size.slug)
    .all<{ id: string }>()
  const classes = await STUDIOS_0.prepare(
    "SELECT id, starts_at AS startsAt FROM occurrences WHERE studio_id = ? AND state = 'scheduled' AND starts_at > ? AND opens_at < ? ORDER BY starts_at",
  )
    .bind(rush.studioId, instantFromMs(Date.now() + 3 * 3_600_000), instantFromMs(Date.now()))
    .all<{ id: string; startsAt: string }>()
  return { userIds: accounts.results.map((row) => row.id), classes: classes.results }
}
