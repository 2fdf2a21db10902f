/**
 * The databases that an operator's command works on: those of this machine, or with `--remote` those
 * of `[env.production]` in wrangler.toml.
 */
import { join } from 'node:path'
import { databaseEnv, root, startLocalDatabases } from '../local-server.ts'
import { lockState, stateDir } from '../state-lock.ts'
import { cloudflareDatabase } from './cloudflare-database.ts'
import { type MoveEnv, Refused } from './move-studio.ts'

async function remoteDatabases(): Promise<MoveEnv> {
  const { CLOUDFLARE_ACCOUNT_ID: accountId, CLOUDFLARE_API_TOKEN: token } = process.env
  if (!accountId || !token)
    throw new Refused(
      'Set CLOUDFLARE_ACCOUNT_ID and CLOUDFLARE_API_TOKEN (a token that may edit D1) for --remote.',
    )
  process.env.WRANGLER_LOG ??= 'error'
  const { unstable_readConfig } = await import('wrangler')
  const config = unstable_readConfig({ config: join(root, 'wrangler.toml'), env: 'production' })
  return Object.fromEntries(
    (config.d1_databases as { binding: string; database_id?: string }[]).map(
      ({ binding, database_id }) => [
        binding,
        cloudflareDatabase({ accountId, token }, String(database_id)),
      ],
    ),
  ) as MoveEnv
}

/** Hands the databases to `work`, and lets them go afterwards. */
export async function withDatabases<T>(
  remote: boolean,
  work: (databases: MoveEnv) => Promise<T>,
): Promise<T> {
  if (remote) return work(await remoteDatabases())
  const directory = stateDir()
  if (!lockState(directory)) throw new Refused(`A server works with ${directory}. Stop it first.`)
  const local = await startLocalDatabases({ stateDir: directory })
  try {
    const { MEDIA: _, ...databases } = await databaseEnv(local)
    return await work(databases)
  } finally {
    await local.dispose()
  }
}

/** Runs a command, and answers a refusal as one sentence instead of a stack. */
export async function asCommand(command: () => Promise<void>): Promise<void> {
  try {
    await command()
    process.exit(0)
  } catch (error) {
    console.error(error instanceof Refused ? error.message : error)
    process.exit(1)
  }
}
