/**
 * The databases that an operator's command works on: those of this machine, or with `--remote` those
 * of `[env.production]` in wrangler.toml.
 */
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { databaseEnv, root, startLocalDatabases } from '../local-server.ts'
import { asCommand, Refused } from '../refused.ts'
import { lockState, stateDir } from '../state-lock.ts'
import { cloudflareDatabase } from './cloudflare-database.ts'
import type { MoveEnv } from './move-studio.ts'

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

/** An operator's command: what was typed behind its name, and whether production is meant. */
export function operatorCommand(
  command: (words: string[], remote: boolean) => Promise<void>,
): Promise<void> {
  return asCommand(() => {
    const { values, positionals } = parseArgs({
      options: { remote: { type: 'boolean', default: false } },
      allowPositionals: true,
    })
    return command(positionals, values.remote)
  })
}
