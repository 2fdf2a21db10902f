/**
 * `npm run deploy`: makes what is missing on Cloudflare, applies migrations and sends the Worker,
 * into what `[env.production]` of wrangler.toml names. `-- --dry-run` prints the plan.
 */
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { deployTo, type Wrangler } from './deployment/deploy-to.ts'
import { asCommand } from './refused.ts'

const root = join(import.meta.dirname, '..')

const wrangler: Wrangler = (args) => {
  const bin = join(root, 'node_modules/wrangler/bin/wrangler.js')
  // What is asked is read; what is done is shown as it goes on.
  const asking =
    args.includes('--json') || ['list', 'info', 'create'].some((of) => args.includes(of))
  const { status, stdout, stderr } = spawnSync(process.execPath, [bin, ...args], {
    cwd: root,
    encoding: 'utf8',
    stdio: asking ? ['inherit', 'pipe', 'pipe'] : 'inherit',
  })
  if (status !== 0 && args.includes('create')) console.error(stderr)
  return { status: status ?? 1, output: stdout ?? '' }
}

await asCommand(() =>
  deployTo({
    config: join(root, 'wrangler.toml'),
    wrangler,
    say: console.log,
    dryRun: process.argv.includes('--dry-run'),
  }),
)
