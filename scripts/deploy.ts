/**
 * `npm run deploy`: migrations first, then the Worker that needs them, into what `[env.production]`
 * of wrangler.toml names. Refuses while that still has the ids of nobody.
 */
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { missingForProduction } from './production-config.ts'

const root = join(import.meta.dirname, '..')

function wrangler(...args: string[]): void {
  const bin = join(root, 'node_modules/wrangler/bin/wrangler.js')
  const command = [bin, ...args, '--env', 'production']
  const { status } = spawnSync(process.execPath, command, { cwd: root, stdio: 'inherit' })
  if (status !== 0) process.exit(status ?? 1)
}

const { missing, databases } = await missingForProduction(join(root, 'wrangler.toml'))
if (missing.length > 0) {
  console.error(
    `Nothing was deployed. In wrangler.toml, under [env.production], ${missing.join('; ')}.`,
  )
  process.exit(1)
}
for (const database of databases) wrangler('d1', 'migrations', 'apply', database, '--remote')
wrangler('deploy')
