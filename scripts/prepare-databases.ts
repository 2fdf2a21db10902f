import { instantToMs } from '#app/values/instant.ts'
import { fillDemoWorld, isEmpty } from './demo/fill-world.ts'
import { databaseEnv, startLocalDatabases } from './local-server.ts'

/**
 * Applies migrations and fills empty databases, before anyone is served: for this moment, or for
 * that of `DEMO_NOW`, whose world is played once and kept.
 */
export async function prepareDatabases(stateDir: string): Promise<void> {
  const databases = await startLocalDatabases({ stateDir })
  try {
    const env = await databaseEnv(databases)
    if (!(await isEmpty(env))) return
    console.log('Filling in the demo studios …')
    const moment = process.env.DEMO_NOW
    await fillDemoWorld(env, moment ? instantToMs(moment) : Date.now(), { keep: Boolean(moment) })
  } finally {
    await databases.dispose()
  }
}
