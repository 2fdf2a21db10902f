/**
 * Builds when something that goes into the Worker is newer than it, so that servers of one run
 * share one build.
 */
import { execFile } from 'node:child_process'
import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { root } from './local-server.ts'

/** What the build is made of. Folders count too: their time changes when a file is taken away. */
const inputs = [
  'app',
  'functions',
  'package-lock.json',
  'vite.config.ts',
  'wrangler.toml',
  'scripts/build-app.ts',
  'scripts/bundle-worker.mjs',
  'scripts/vite',
  'scripts/icons',
]

function newest(path: string): number {
  const { mtimeMs } = statSync(path)
  if (!statSync(path).isDirectory()) return mtimeMs
  // Tests go into no Worker.
  return readdirSync(path)
    .filter((name) => !/\.test\.tsx?$/.test(name))
    .reduce((latest, name) => Math.max(latest, newest(join(path, name))), mtimeMs)
}

/** Whether `output` was made from the sources as they lie there. */
export function isNewerThanInputs(output: string): boolean {
  const made = statSync(output, { throwIfNoEntry: false })
  return made !== undefined && inputs.every((input) => newest(join(root, input)) < made.mtimeMs)
}

/**
 * Answers once `build/` is that of the sources as they lie there, with its maps of lines where they
 * are asked for; throws with what the build said when it fails.
 */
export async function buildWhenStale({ maps = false } = {}): Promise<void> {
  // The bundle is written last: a build that was broken off leaves an old one or none.
  if (isNewerThanInputs(join(root, `build/worker/server.js${maps ? '.map' : ''}`))) return
  try {
    const env = {
      ...process.env,
      NODE_ENV: 'production',
      SOURCE_MAPS: maps ? 'on' : 'off',
    }
    await promisify(execFile)('npm', ['run', '--silent', 'build'], {
      cwd: root,
      env,
      maxBuffer: 16 * 1024 * 1024,
    })
  } catch (error) {
    const { stdout, stderr } = error as { stdout?: string; stderr?: string }
    throw new Error(`The build failed.\n${stdout ?? ''}${stderr ?? ''}`)
  }
}
