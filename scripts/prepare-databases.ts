import { fillDemoWorld, isEmpty } from './demo/fill-world.ts'
import { databaseEnv, startLocalDatabases } from './local-server.ts'

/** Applies migrations and fills empty databases, before anyone is served. */
export async function prepareDatabases(stateDir: string): Promise<void> {
  const databases = await startLocalDatabases({ stateDir })
  try {
    const env = await databaseEnv(databases)
    if (!(await isEmpty(env))) return
    console.log('Filling in the demo studios …')
    await fillDemoWorld(env, Date.now())
  } finally {
    await databases.dispose()
  }
}
