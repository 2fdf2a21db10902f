/**
 * The built Worker with the demo world, as `npm start` serves it, but with its business clock set:
 * for journeys, accessibility and walls.
 */
import { directoryDb, studioDb } from '#app/db/connection.server.ts'
import { Meter } from '#app/db/meter.server.ts'
import { setFrozenClock } from '#app/domain/studios/business-clock.server.ts'
import type { Instant } from '#app/values/instant.ts'
import { databaseEnv, startLocalServer } from '../../scripts/local-server.ts'
import { mintSession, testSecrets } from './accounts.ts'
import type { TestDatabases } from './databases.ts'
import { demoNow } from './demo-moment.ts'
import { demoState } from './demo-state.ts'
import { afterFile } from './run/test-file.ts'

export type DemoServer = {
  origin: string
  databases: TestDatabases
  /** Where the business clock is at first. */
  now: Instant
  /** Sets the business clock, as someone with the development tools would. */
  clock(now: Instant): Promise<void>
  /** A `Cookie` header of a demo account, such as `ana@northside.test`, without hashing. */
  cookieOf(email: string): Promise<string>
}

/**
 * Starts it for this test file and stops it afterwards. Needs the Worker built (project `worker`).
 */
export async function demoServer(variables: Record<string, string> = {}): Promise<DemoServer> {
  const { url, miniflare } = await startLocalServer({
    copyOf: await demoState(),
    variables: { ...testSecrets, DEV_TOOLS: 'true', ...variables },
  })
  afterFile(() => miniflare.dispose())
  const env = await databaseEnv(miniflare)
  const meter = new Meter()
  const databases: TestDatabases = {
    env,
    meter,
    directory: directoryDb(env, meter),
    shard: (n) => studioDb(env, { shard: n }, meter),
  }
  await setFrozenClock(databases.directory, demoNow)
  return {
    origin: url,
    databases,
    now: demoNow,
    async clock(now) {
      await fetch(`${url}/dev/clock`, { method: 'POST', body: JSON.stringify({ now }) })
    },
    async cookieOf(email) {
      const account = await env.DIRECTORY.prepare('SELECT id FROM auth_users WHERE email = ?')
        .bind(email)
        .first<{ id: string }>()
      if (!account) throw new Error(`No demo account ${email}`)
      return (await mintSession(databases, { userId: account.id })).cookie
    },
  }
}
