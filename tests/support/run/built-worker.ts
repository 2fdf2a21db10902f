/**
 * Builds the Worker once and serves it for tests/http and tests/journeys, one for each process that
 * runs files beside the others, so that files of a frozen clock do not meet; stops them afterwards.
 */
import type { TestProject } from 'vitest/node'
import { freshDevVars } from '../../../scripts/dev-vars.ts'
import { buildWhenStale } from '../../../scripts/fresh-build.ts'
import { startLocalServer } from '../../../scripts/local-server.ts'
import { startStripe, stripeVariables } from '../stripe/stand-in.ts'
import { serveDatabases } from './database-bridge.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /**
     * The Worker of each process: where it answers (worker-origin.ts), and where its databases do
     * (built-databases.ts).
     */
    builtWorkers: { origin: string; databaseBridge: string }[]
    /** The variables that the Workers were started with. */
    variables: Record<string, string>
  }
}

export default async function serve(project: TestProject) {
  await buildWhenStale()
  const stripe = await startStripe()
  const variables = {
    ...stripeVariables(stripe),
    DEV_TOOLS: 'true',
    // Another program's address, as an installation would allow it.
    AUTH_REDIRECT_ALLOW_LIST: 'https://app.example/**,com.studio.app://**',
    ...freshDevVars(),
  }
  const maxWorkers = project.config.maxWorkers || project.vitest.config.maxWorkers
  const served = await Promise.all(
    Array.from({ length: maxWorkers }, async () => {
      const { url, miniflare } = await startLocalServer({ variables })
      return { origin: url, miniflare, bridge: await serveDatabases(miniflare) }
    }),
  )
  project.provide(
    'builtWorkers',
    served.map(({ origin, bridge }) => ({ origin, databaseBridge: bridge.url })),
  )
  project.provide('variables', variables)
  return async () => {
    await stripe.close()
    for (const { bridge, miniflare } of served) {
      await bridge.close()
      await miniflare.dispose()
    }
  }
}
