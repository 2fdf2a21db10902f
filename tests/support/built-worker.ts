/** Builds the Worker once and serves it for tests/http and tests/journeys; stops it afterwards. */
import type { TestProject } from 'vitest/node'
import { freshDevVars } from '../../scripts/dev-vars.ts'
import { buildWhenStale } from '../../scripts/fresh-build.ts'
import { startLocalServer } from '../../scripts/local-server.ts'
import { serveDatabases } from './database-bridge.ts'

declare module 'vitest' {
  interface ProvidedContext {
    origin: string
    /** Where the databases of the built Worker answer (built-databases.ts). */
    databaseBridge: string
    /** The variables that the Worker was started with. */
    variables: Record<string, string>
  }
}

export default async function serve(project: TestProject) {
  buildWhenStale()
  const variables = {
    DEV_TOOLS: 'true',
    LIMIT_SCALE: '50',
    // Another program's address, as an installation would allow it.
    AUTH_REDIRECT_ALLOW_LIST: 'https://app.example/**,com.studio.app://**',
    ...freshDevVars(),
  }
  const { url, miniflare } = await startLocalServer({ variables })
  const bridge = await serveDatabases(miniflare)
  project.provide('origin', url)
  project.provide('databaseBridge', bridge.url)
  project.provide('variables', variables)
  return async () => {
    await bridge.close()
    await miniflare.dispose()
  }
}
