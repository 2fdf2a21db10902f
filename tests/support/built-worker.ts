/** Builds the Worker once and serves it for tests/http and tests/journeys; stops it afterwards. */
import { execFileSync } from 'node:child_process'
import type { TestProject } from 'vitest/node'
import { freshDevVars } from '../../scripts/dev-vars.ts'
import { root, startLocalServer } from '../../scripts/local-server.ts'
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
  execFileSync('npm', ['run', '--silent', 'build'], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, NODE_ENV: 'production' },
  })
  const variables = { DEV_TOOLS: 'true', LIMIT_SCALE: '50', ...freshDevVars() }
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
