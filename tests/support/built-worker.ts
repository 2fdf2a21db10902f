/** Builds the Worker once and serves it for tests/http and tests/journeys; stops it afterwards. */
import { execFileSync } from 'node:child_process'
import type { TestProject } from 'vitest/node'
import { root, startLocalServer } from '../../scripts/local-server.ts'

declare module 'vitest' {
  interface ProvidedContext {
    origin: string
  }
}

export default async function serve(project: TestProject) {
  execFileSync('npm', ['run', '--silent', 'build'], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, NODE_ENV: 'production' },
  })
  const { url, miniflare } = await startLocalServer({ variables: { DEV_TOOLS: 'true', LIMIT_SCALE: '50' } })
  project.provide('origin', url)
  return () => miniflare.dispose()
}
