/** An id as `wrangler d1 create` prints it; those of a developer's machine begin with zeros. */
const databaseId = /^(?!00000000-)[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

type Database = { binding: string; database_name?: string; database_id?: string }

/** What `[env.production]` of a wrangler.toml still lacks, in words, and the databases it names. */
export async function missingForProduction(
  config: string,
): Promise<{ missing: string[]; databases: string[] }> {
  process.env.WRANGLER_LOG ??= 'error'
  const { unstable_readConfig } = await import('wrangler')
  const { d1_databases, vars } = unstable_readConfig({ config, env: 'production' })
  const databases = d1_databases as Database[]
  const nameless = databases.filter(({ database_id }) => !databaseId.test(database_id ?? ''))
  const missing = nameless.map(
    ({ binding, database_name }) =>
      `the database_id of ${binding} must be what \`wrangler d1 create ${database_name}\` printed`,
  )
  if (!/^https:\/\/[^/]+$/.test(String(vars.SITE_URL ?? '')))
    missing.push('SITE_URL must be the public origin, such as https://studios.example.com')
  return { missing, databases: databases.map(({ database_name }) => database_name ?? '') }
}
