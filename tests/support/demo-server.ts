/**
 * The built Worker with the demo world, as `npm start` serves it: for journeys, accessibility and
 * walls.
 */
import { afterAll } from 'vitest'
import { directoryDb, studioDb } from '#app/db/connection.server.ts'
import { Meter } from '#app/db/meter.server.ts'
import { fillDemoWorld } from '../../scripts/demo/fill-world.ts'
import { databaseEnv, startLocalServer } from '../../scripts/local-server.ts'
import { mintSession, testSecrets } from './accounts.ts'
import type { TestDatabases } from './databases.ts'

export type DemoServer = {
  origin: string
  databases: TestDatabases
  /** A `Cookie` header of a demo account, such as `ana@northside.test`, without hashing. */
  cookieOf(email: string): Promise<string>
}

/**
 * Starts it for this test file and stops it afterwards. Needs the Worker built (project `worker`).
 */
export async function demoServer(variables: Record<string, string> = {}): Promise<DemoServer> {
  const { url, miniflare } = await startLocalServer({
    variables: { ...testSecrets, DEV_TOOLS: 'true', LIMIT_SCALE: '50', ...variables },
  })
  afterAll(() => miniflare.dispose())
  const env = await databaseEnv(miniflare)
  await fillDemoWorld(env, Date.now())
  const meter = new Meter()
  const databases: TestDatabases = {
    env,
    meter,
    directory: directoryDb(env, meter),
    shard: (n) => studioDb(env, { shard: n }, meter),
  }
  return {
    origin: url,
    databases,
    async cookieOf(email) {
      const account = await env.DIRECTORY.prepare('SELECT id FROM auth_users WHERE email = ?')
        .bind(email)
        .first<{ id: string }>()
      if (!account) throw new Error(`No demo account ${email}`)
      return (await mintSession(databases, { userId: account.id })).cookie
    },
  }
}
