import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { unstable_readConfig } from 'wrangler'
import { productionConfig } from '../scripts/deployment/production-config.ts'

const root = join(import.meta.dirname, '..')
const config = join(root, 'wrangler.toml')
const text = (path: string) => readFileSync(join(root, path), 'utf8')

/** Names that the Worker finds in its `env`, bindings and variables apart. */
function namesOf(env?: string) {
  const { assets, images, d1_databases, r2_buckets, queues, ratelimits, vars } =
    unstable_readConfig({ config, ...(env ? { env } : {}) }, { hideWarnings: true })
  const bindings = [
    assets?.binding,
    images?.binding,
    ...[...d1_databases, ...r2_buckets, ...queues.producers].map(
      ({ binding }: { binding: string }) => binding,
    ),
    ...ratelimits.map(({ name }: { name: string }) => name),
  ]
  return { bindings: bindings.sort(), vars: Object.keys(vars).sort() }
}

test('the type of the environment names every binding and variable of wrangler.toml', () => {
  const typed = text('app/http/environment.ts') + text('app/db/connection.server.ts')
  const { bindings, vars } = namesOf()

  expect(bindings.length).toBeGreaterThan(6)
  // Shards are numbered: the type has them all at once.
  expect(typed).toMatch(/Record<`STUDIOS_\$\{number\}`, D1Database>/)
  const named = bindings.filter((name) => !/^STUDIOS_\d+$/.test(name))
  expect(named.filter((name) => !new RegExp(`\\b${name}: `).test(typed))).toEqual([])
  expect(vars.filter((name) => !new RegExp(`\\b${name}\\?: string`).test(typed))).toEqual([])
})

test('production has the bindings and variables that a developer has', () => {
  expect(namesOf('production')).toEqual(namesOf())
})

test('production names no database of a developer, and asks for a public address', async () => {
  const { missing, databases, buckets, queues } = await productionConfig(config)
  expect(databases.map(({ name, id }) => [name, id])).toEqual([
    ['directory', ''],
    ['studios-0', ''],
    ['studios-1', ''],
  ])
  expect(buckets).toEqual(['cadence-media'])
  expect(queues).toEqual(['cadence-jobs-dead', 'cadence-jobs'])
  expect(missing).toEqual([
    'SITE_URL must be the public origin, such as https://studios.example.com',
  ])
})

test('the example of .dev.vars names what must be there', () => {
  expect(text('.dev.vars.example')).toMatch(/^JWT_KEYS='/m)
  expect(text('.dev.vars.example')).toMatch(/^COOKIE_SECRET=/m)
})
