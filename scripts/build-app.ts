/**
 * What `[build]` in wrangler.toml runs, so that `wrangler dev` and `wrangler deploy` begin with the
 * sources as they lie there: the browser's files and the Worker in one file, both by Vite.
 */
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { isNewerThanInputs } from './fresh-build.ts'
import { root } from './local-server.ts'

// Wrangler says for which of its commands it builds.
const serving = process.env.WRANGLER_COMMAND === 'dev'

// A fresh clone has neither keys nor tables. Where there are some, they are someone's.
if (serving) (await import('./dev-vars.ts')).ensureDevVars()
if (serving && !existsSync(join(root, '.wrangler/state/v3/d1'))) {
  const { prepareDatabases } = await import('./prepare-databases.ts')
  await prepareDatabases(join(root, '.wrangler/state'))
}

// `wrangler dev` builds twice as it begins.
if (serving && isNewerThanInputs(join(root, 'build/server/server.js'))) process.exit(0)

const { status } = spawnSync(
  process.execPath,
  [
    // Room for what a build makes and drops at once: a fifth less of a processor's time.
    '--max-semi-space-size=256',
    '--min-semi-space-size=128',
    join(root, 'node_modules/@remix-run/dev/dist/cli.js'),
    'vite:build',
    '--logLevel',
    'warn',
  ],
  { cwd: root, stdio: 'inherit', env: { ...process.env, NODE_ENV: 'production' } },
)
process.exit(status ?? 1)
