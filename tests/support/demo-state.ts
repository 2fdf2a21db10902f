import { instantToMs } from '#app/values/instant.ts'
import { fillDemoWorld } from '../../scripts/demo/fill-world.ts'
import { kept } from '../../scripts/demo/keep-world.ts'
import { databaseEnv, startLocalDatabases } from '../../scripts/local-server.ts'
import { demoNow } from './demo-moment.ts'

/**
 * The folder with the databases and the bucket of the demo world: who serves it begins with a copy.
 * Made by the first who asks.
 */
export const demoState = (): Promise<string> =>
  kept('state', demoNow, async (stateDir) => {
    const miniflare = await startLocalDatabases({ stateDir })
    try {
      await fillDemoWorld(await databaseEnv(miniflare), instantToMs(demoNow), { keep: true })
    } finally {
      await miniflare.dispose()
    }
  })
