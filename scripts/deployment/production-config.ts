/** An id as `wrangler d1 create` prints it; those of a developer's machine begin with zeros. */
const databaseId = /^(?!00000000-)[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

type Database = {
  binding: string
  database_name?: string
  database_id?: string
  migrations_dir?: string
}

type Read = {
  name?: string
  d1_databases: Database[]
  r2_buckets: { bucket_name?: string }[]
  queues: { consumers?: { queue: string; dead_letter_queue?: string }[] }
  vars: Record<string, unknown>
}

export type ProductionConfig = {
  name: string
  site: string
  vars: Record<string, unknown>
  /** `id` is empty until the database was made. */
  databases: { name: string; id: string; migrations: string }[]
  buckets: string[]
  queues: string[]
  /** What only a person can say and has not yet, in words. */
  missing: string[]
}

/** What `[env.production]` of a wrangler.toml asks for, and what it still lacks. */
export async function productionConfig(config: string): Promise<ProductionConfig> {
  process.env.WRANGLER_LOG ??= 'error'
  const { unstable_readConfig } = await import('wrangler')
  const { name, d1_databases, r2_buckets, queues, vars } = unstable_readConfig(
    { config, env: 'production' },
    { hideWarnings: true },
  ) as Read
  const site = String(vars.SITE_URL ?? '')
  const consumed = queues.consumers ?? []
  return {
    name: name ?? 'cadence',
    site,
    vars,
    databases: d1_databases.map((database) => ({
      name: database.database_name ?? '',
      id: databaseId.test(database.database_id ?? '') ? database.database_id! : '',
      migrations: database.migrations_dir ?? 'migrations',
    })),
    buckets: r2_buckets.map(({ bucket_name }) => bucket_name ?? ''),
    queues: [
      ...new Set([
        // Dead letters first: a consumer names the queue they go to.
        ...consumed.flatMap(({ dead_letter_queue }) => dead_letter_queue ?? []),
        ...consumed.map(({ queue }) => queue),
      ]),
    ],
    missing: /^https:\/\/[^/]+$/.test(site)
      ? []
      : ['SITE_URL must be the public origin, such as https://studios.example.com'],
  }
}
