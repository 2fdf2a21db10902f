import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { deployTo } from './deploy-to.ts'
import { freshSecret, missingSecrets } from './secrets.ts'

const text = readFileSync(join(import.meta.dirname, '../../wrangler.toml'), 'utf8')
const withSite = text.replace('SITE_URL = "" #', 'SITE_URL = "https://studios.example.com" #')

function wranglerToml(content: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'cadence-deploy-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const path = join(folder, 'wrangler.toml')
  writeFileSync(path, content)
  return path
}

/** An account of Cloudflare as wrangler shows it: what was made stays made. */
function account({ secrets = [] as string[], signedIn = true } = {}) {
  const state = {
    databases: [] as { name: string; uuid: string }[],
    made: new Set<string>(),
    secrets,
    migrated: [] as string[],
    sent: 0,
    failing: '',
    done: [] as string[],
  }
  const wrangler = (args: string[]) => {
    const command = args.join(' ')
    const answer = (output: string, status = 0) => ({ status, output })
    if (!signedIn) return answer('', 1)
    if (state.failing !== '' && command.startsWith(state.failing)) return answer('', 1)
    if (command === 'd1 list --json') return answer(JSON.stringify(state.databases))
    if (command.startsWith('secret list'))
      return state.secrets.length === 0
        ? answer('', 1)
        : answer(JSON.stringify(state.secrets.map((name) => ({ name, type: 'secret_text' }))))
    if (command.startsWith('d1 create')) {
      const uuid = `5f1c2b9a-0d3e-4c58-9a61-00000000000${state.databases.length}`
      state.databases.push({ name: args[2]!, uuid })
      state.done.push(command)
      return answer(`Created your new D1 database.\n"database_id": "${uuid}"`)
    }
    if (args.includes('info')) return answer('', state.made.has(args.at(-1)!) ? 0 : 1)
    state.done.push(command)
    if (args.includes('create')) state.made.add(args.at(-1)!)
    if (command.startsWith('d1 migrations apply')) state.migrated.push(args[3]!)
    if (command.startsWith('deploy')) state.sent += 1
    return answer('')
  }
  return { state, wrangler }
}

const said = () => {
  const lines: string[] = []
  return { lines, say: (line: string) => lines.push(line) }
}

test('without a public address nothing is asked and nothing made', async () => {
  const { state, wrangler } = account({ secrets: ['JWT_KEYS', 'COOKIE_SECRET'] })
  const config = wranglerToml(text)
  await expect(deployTo({ config, wrangler, say: () => {} })).rejects.toThrow(
    'SITE_URL must be the public origin',
  )
  expect(state.done).toEqual([])
})

test('missing secrets are named with the command that makes each, before anything is made', async () => {
  const { state, wrangler } = account()
  const config = wranglerToml(withSite)
  const refused = deployTo({ config, wrangler, say: () => {} })
  await expect(refused).rejects.toThrow(
    'npm run --silent new-secret -- JWT_KEYS | npx wrangler secret put JWT_KEYS --env production',
  )
  await expect(refused).rejects.toThrow('COOKIE_SECRET')
  expect(state.done).toEqual([])
})

test('an account that wrangler is not signed in to is said', async () => {
  const { wrangler } = account({ signedIn: false })
  const config = wranglerToml(withSite)
  await expect(deployTo({ config, wrangler, say: () => {} })).rejects.toThrow('npx wrangler login')
})

test('from nothing, all is made once and in order, and a second deployment makes nothing again', async () => {
  const { state, wrangler } = account({ secrets: ['JWT_KEYS', 'COOKIE_SECRET'] })
  const config = wranglerToml(withSite)
  await deployTo({ config, wrangler, say: () => {} })

  expect(state.done).toEqual([
    'd1 create directory',
    'd1 create studios-0',
    'd1 create studios-1',
    'r2 bucket create cadence-media',
    'queues create cadence-jobs-dead',
    'queues create cadence-jobs',
    'd1 migrations apply directory --remote --env production',
    'd1 migrations apply studios-0 --remote --env production',
    'd1 migrations apply studios-1 --remote --env production',
    'deploy --env production',
  ])
  const production = readFileSync(config, 'utf8').split('\n[env.production]\n')[1]!
  for (const { uuid } of state.databases) expect(production).toContain(`database_id = "${uuid}"`)
  // What developers use is left as it was.
  expect(readFileSync(config, 'utf8')).toContain('00000000-0000-0000-0000-000000000001')

  state.done = []
  const { lines, say } = said()
  await deployTo({ config, wrangler, say })
  expect(state.done.filter((command) => command.includes('create'))).toEqual([])
  expect(lines).toContain('Database studios-1 is there.')
  expect(state.sent).toBe(2)
})

test('a deployment whose migration fails sends no Worker, and goes on when it is run again', async () => {
  const { state, wrangler } = account({ secrets: ['JWT_KEYS', 'COOKIE_SECRET'] })
  const config = wranglerToml(withSite)
  state.failing = 'd1 migrations apply studios-0'
  await expect(deployTo({ config, wrangler, say: () => {} })).rejects.toThrow(
    'Applying migrations to studios-0 failed',
  )
  expect(state.migrated).toEqual(['directory'])
  expect(state.sent).toBe(0)

  state.failing = ''
  await deployTo({ config, wrangler, say: () => {} })
  expect(state.databases).toHaveLength(3)
  expect(state.migrated).toEqual(['directory', 'directory', 'studios-0', 'studios-1'])
  expect(state.sent).toBe(1)
})

test('an id that is of another account is not taken', async () => {
  const { wrangler } = account({ secrets: ['JWT_KEYS', 'COOKIE_SECRET'] })
  const foreign = withSite.replace(
    '"as `wrangler d1 create directory` says"',
    '"5f1c2b9a-0d3e-4c58-9a61-7be2f0c4d813"',
  )
  await expect(
    deployTo({ config: wranglerToml(foreign), wrangler, say: () => {} }),
  ).rejects.toThrow('this account has no such database')
})

test('a dry run says every step and asks nobody', async () => {
  const { lines, say } = said()
  const wrangler = () => {
    throw new Error('asked')
  }
  await deployTo({ config: wranglerToml(withSite), wrangler, say, dryRun: true })
  expect(lines.join('\n')).toContain('Database studios-1: made, and its id written')
  expect(lines.join('\n')).toContain('Queue cadence-jobs: made unless it is there.')
  expect(lines.join('\n')).toContain('Migrations of directory: those of migrations/directory')
  expect(lines.join('\n')).not.toContain('SITE_URL')

  const { lines: lacking, say: sayLacking } = said()
  await deployTo({ config: wranglerToml(text), wrangler, say: sayLacking, dryRun: true })
  expect(lacking.join('\n')).toContain('SITE_URL must be the public origin')
})

test('secrets that variables make necessary are asked for, and those made here are long enough', () => {
  expect(missingSecrets({}, ['JWT_SECRET', 'COOKIE_SECRET'])).toEqual([])
  expect(missingSecrets({ SMTP_USER: 'studio' }, ['JWT_KEYS', 'COOKIE_SECRET'])).toEqual([
    'SMTP_PASSWORD',
  ])
  expect(missingSecrets({}, ['JWT_KEYS', 'COOKIE_SECRET', 'STRIPE_SECRET_KEY'])).toEqual([
    'STRIPE_WEBHOOK_SECRET',
  ])
  expect(freshSecret('COOKIE_SECRET')!.length).toBeGreaterThanOrEqual(32)
  expect(JSON.parse(freshSecret('JWT_KEYS')!)[0].key_ops).toContain('sign')
  expect(freshSecret('SMTP_PASSWORD')).toBeNull()
})
