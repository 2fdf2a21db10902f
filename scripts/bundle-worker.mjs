/**
 * `npm run build`: what `wrangler deploy` would send, in build/worker. Wrangler runs
 * scripts/build-app.ts first.
 */
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..')

const { status, stdout, stderr } = spawnSync(
  process.execPath,
  [
    join(root, 'node_modules/wrangler/bin/wrangler.js'),
    'deploy',
    '--dry-run',
    '--outdir',
    'build/worker',
    '--env',
    '',
  ],
  {
    cwd: root,
    encoding: 'utf8',
    env: { ...process.env, WRANGLER_SEND_METRICS: 'false', CI: 'true' },
  },
)
const said = `${stdout}${stderr}`
if (status === 0) console.log(/^Total Upload: .*$/m.exec(said)?.[0] ?? '')
else console.error(said)
process.exit(status ?? 1)
