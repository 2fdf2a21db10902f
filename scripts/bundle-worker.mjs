/**
 * `npm run build`: what `wrangler deploy` would send, in build/worker. Wrangler runs
 * scripts/build-app.ts first. With `SOURCE_MAPS=on` its maps of lines too, as what is sent has them.
 */
import { spawnSync } from 'node:child_process'
import { cpSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..')
const maps = process.env.SOURCE_MAPS === 'on'

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
    `--upload-source-maps=${maps}`,
  ],
  {
    cwd: root,
    encoding: 'utf8',
    env: {
      ...process.env,
      ...{ WRANGLER_SEND_METRICS: 'false', CI: 'true', SOURCE_MAPS: maps ? 'on' : 'off' },
    },
  },
)
const said = `${stdout}${stderr}`
// A dry run leaves the map where the Worker was made.
if (status === 0 && maps)
  cpSync(join(root, 'build/server/server.js.map'), join(root, 'build/worker/server.js.map'))
if (status === 0) console.log(/^Total Upload: .*$/m.exec(said)?.[0] ?? '')
else console.error(said)
process.exit(status ?? 1)
