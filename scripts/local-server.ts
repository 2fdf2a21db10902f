/**
 * The built Worker on this machine: Miniflare with the bindings of wrangler.toml. Used by start,
 * tests, seed and bench.
 */
import { cpSync, existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Miniflare, type MiniflareOptions } from 'miniflare'
import { gatewayDatabase, gatewayScript } from './d1-gateway.ts'
import { withLocalImages } from './local-images.ts'
import { migratedState } from './migrated-databases.ts'
import { applyMigrations } from './migrations.ts'
import { temporaryFolder } from './temporary-folder.ts'

export const root = join(import.meta.dirname, '..')

export type LocalServerOptions = {
  /** 0 takes a free port. */
  port?: number
  /** Where D1, R2 and the caches are kept; undefined keeps them in memory. */
  stateDir?: string
  /** What is kept begins as a copy of this folder, which was a `stateDir`. */
  copyOf?: string
  /** Variables over those of wrangler.toml. */
  variables?: Record<string, string>
  /** The text of another bundle than the built one. */
  script?: string
  /** The text of a module that stands before the built one and imports it as `./server.js`. */
  before?: string
}

/** `NAME=value` lines of `.dev.vars`; an empty object where there is none. */
export function readDevVars(path = join(root, '.dev.vars')): Record<string, string> {
  if (!existsSync(path)) return {}
  const lines = readFileSync(path, 'utf8').split('\n')
  return Object.fromEntries(
    lines.flatMap((line) => {
      const match = /^([A-Z0-9_]+)=(.*)$/.exec(line.trim())
      return match ? [[match[1], match[2]?.replace(/^'(.*)'$/, '$1')]] : []
    }),
  )
}

/**
 * Bindings and variables as wrangler reads them from wrangler.toml, not those of `.dev.vars`, which
 * wrangler would add: who wants them asks for them, tests must not. Loaded when needed: wrangler
 * takes a second to import.
 */
async function workerBindings(): Promise<Record<string, unknown>> {
  process.env.WRANGLER_LOG ??= 'error'
  const { unstable_getMiniflareWorkerOptions, unstable_readConfig } = await import('wrangler')
  const config = unstable_readConfig({ config: join(root, 'wrangler.toml') })
  const { workerOptions } = unstable_getMiniflareWorkerOptions(config)
  const { modulesRules: _, define: __, ...bindings } = workerOptions as Record<string, unknown>
  return { ...bindings, bindings: config.vars }
}

/** Bindings of one kind in wrangler.toml: the binding's name to what `key` says of it. */
function bindingsOf(kind: string, key: string): Record<string, string> {
  const blocks = readFileSync(join(root, 'wrangler.toml'), 'utf8').split(`[[${kind}]]`).slice(1)
  const value = (block: string, name: string) =>
    new RegExp(`^${name} = "([^"]+)"`, 'm').exec(block)?.[1] ?? ''
  return Object.fromEntries(blocks.map((block) => [value(block, 'binding'), value(block, key)]))
}

const databaseBindings = () => bindingsOf('d1_databases', 'database_id')
const bucketBindings = () => bindingsOf('r2_buckets', 'bucket_name')

function options({ port, stateDir, copyOf }: LocalServerOptions, worker: object): MiniflareOptions {
  const folder = stateDir ?? temporaryFolder()
  if (copyOf !== undefined) cpSync(copyOf, folder, { recursive: true })
  return {
    ...worker,
    host: '127.0.0.1',
    port: port ?? 0,
    // The edge tells the country and zone of a visitor; on this machine nobody does.
    cf: false,
    defaultPersistRoot: join(folder, 'v3'),
    d1Persist: true,
    cachePersist: true,
    r2Persist: true,
  } as unknown as MiniflareOptions
}

/** Starts the built Worker and answers once it serves. Needs `npm run build` first. */
export async function startLocalServer(
  settings: LocalServerOptions,
): Promise<{ url: string; miniflare: Miniflare }> {
  const scriptPath = join(root, 'build/worker/server.js')
  if (!existsSync(scriptPath))
    throw new Error('The Worker is not built: run `npm run build` first.')
  const bindings = await workerBindings()
  const worker = withLocalImages({
    ...bindings,
    bindings: { ...(bindings.bindings as object), ...settings.variables },
    modules: [
      ...(settings.before
        ? [{ type: 'ESModule', path: join(scriptPath, '../before.js'), contents: settings.before }]
        : []),
      {
        type: 'ESModule',
        path: scriptPath,
        ...(settings.script ? { contents: settings.script } : {}),
      },
    ],
  })
  // What is kept was migrated by anyone who prepared it; what is in memory is for tests and figures,
  // which reach its databases through a door of their own beside the Worker's.
  const kept = settings.stateDir !== undefined && settings.copyOf === undefined
  const { workers } = worker as unknown as { workers: object[] }
  const miniflare = new Miniflare(
    options(await begun(settings), { workers: kept ? workers : [...workers, gatewayWorker()] }),
  )
  if (!kept) {
    gateways.set(miniflare, await miniflare.unsafeGetDirectURL(gatewayName))
    await migrate(gatewayEnv(miniflare))
  }
  const url = (await miniflare.ready).origin
  return { url, miniflare }
}

const gatewayName = 'databases'

/** The Worker that hands out the databases, on a port of its own. */
const gatewayWorker = () => ({
  name: gatewayName,
  modules: true,
  script: gatewayScript,
  d1Databases: databaseBindings(),
  compatibilityDate,
  unsafeDirectSockets: [{ host: '127.0.0.1', port: 0 }],
})

/** Where the gateway of a Miniflare listens, if not at its own address. */
const gateways = new WeakMap<Miniflare, URL>()

export const compatibilityDate = '2026-04-01'

/** Databases without a Worker, for seeding and for tests of use cases. */
export async function startLocalDatabases(settings: LocalServerOptions): Promise<Miniflare> {
  const worker = {
    modules: true,
    script: gatewayScript,
    d1Databases: databaseBindings(),
    r2Buckets: bucketBindings(),
    compatibilityDate,
  }
  const miniflare = new Miniflare(options(await begun(settings), worker))
  await migrate(gatewayEnv(miniflare))
  return miniflare
}

/** The settings, where nothing is kept and nothing is copied with migrated databases to begin with. */
async function begun(settings: LocalServerOptions): Promise<LocalServerOptions> {
  if (settings.stateDir !== undefined || settings.copyOf !== undefined) return settings
  const copyOf = await migratedState(async (stateDir) => {
    const miniflare = await startLocalDatabases({ stateDir })
    await miniflare.dispose()
  })
  return { ...settings, copyOf }
}

async function migrate(env: LocalDatabases): Promise<void> {
  await applyMigrations(env.DIRECTORY, 'directory')
  for (const shard of ['STUDIOS_0', 'STUDIOS_1'] as const)
    await applyMigrations(env[shard], 'studio')
}

export type LocalDatabases = { DIRECTORY: D1Database; STUDIOS_0: D1Database; STUDIOS_1: D1Database }

/**
 * The databases of `startLocalDatabases`, and of a server in memory, one hop a call. Miniflare's own
 * way waits for each answer with the process held, and now and then fails at it.
 */
export function gatewayEnv(miniflare: Miniflare): LocalDatabases {
  const at = async () => gateways.get(miniflare) ?? (await miniflare.ready)
  const [DIRECTORY, STUDIOS_0, STUDIOS_1] = ['DIRECTORY', 'STUDIOS_0', 'STUDIOS_1'].map((binding) =>
    gatewayDatabase(at, binding),
  )
  return { DIRECTORY: DIRECTORY!, STUDIOS_0: STUDIOS_0!, STUDIOS_1: STUDIOS_1! }
}

/** The bindings of the databases and of the bucket as Node sees them. */
export async function databaseEnv(
  miniflare: Miniflare,
): Promise<LocalDatabases & { MEDIA: R2Bucket }> {
  const MEDIA = (await miniflare.getR2Bucket('MEDIA')) as unknown as R2Bucket
  return { ...gatewayEnv(miniflare), MEDIA }
}
