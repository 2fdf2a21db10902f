/** Builds when something that goes into the Worker is newer than it, so that servers of one run share one build. */
import { execFileSync } from 'node:child_process'
import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './local-server.ts'

/** What the build is made of. Folders count too: their time changes when a file is taken away. */
const inputs = [
  'app',
  'functions',
  'package-lock.json',
  'vite.config.ts',
  'wrangler.toml',
  'scripts/bundle-worker.mjs',
  'scripts/icons',
]

function newest(path: string): number {
  const { mtimeMs } = statSync(path)
  if (!statSync(path).isDirectory()) return mtimeMs
  return readdirSync(path).reduce(
    (latest, name) => Math.max(latest, newest(join(path, name))),
    mtimeMs,
  )
}

function isFresh(): boolean {
  // The bundle is written last: a build that was broken off leaves an old one or none.
  const bundle = statSync(join(root, 'build/worker/server.js'), { throwIfNoEntry: false })
  return bundle !== undefined && inputs.every((input) => newest(join(root, input)) < bundle.mtimeMs)
}

/** Answers once `build/` is that of the sources as they lie there; throws with what the build said when it fails. */
export function buildWhenStale(): void {
  if (isFresh()) return
  try {
    const env = { ...process.env, NODE_ENV: 'production' }
    execFileSync('npm', ['run', '--silent', 'build'], {
      cwd: root,
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
    })
  } catch (error) {
    const { stdout, stderr } = error as { stdout?: Buffer; stderr?: Buffer }
    throw new Error(`The build failed.\n${stdout ?? ''}${stderr ?? ''}`)
  }
}
