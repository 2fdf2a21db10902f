import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { unstable_readConfig } from 'wrangler'
import { missingForProduction } from '../scripts/production-config.ts'

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

test('nothing is deployed to the ids of a developer, and what is missing is said', async () => {
  const { missing, databases } = await missingForProduction(config)
  expect(databases).toEqual(['directory', 'studios-0', 'studios-1'])
  expect(missing).toHaveLength(4)
  expect(missing[0]).toBe(
    'the database_id of DIRECTORY must be what `wrangler d1 create directory` printed',
  )

  const folder = mkdtempSync(join(tmpdir(), 'cadence-deploy-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const filled = text('wrangler.toml')
    .replace(/"as `wrangler d1 create [^"]*"/g, '"5f1c2b9a-0d3e-4c58-9a61-7be2f0c4d813"')
    .replace('SITE_URL = "" #', 'SITE_URL = "https://studios.example.com" #')
  writeFileSync(join(folder, 'wrangler.toml'), filled)
  expect((await missingForProduction(join(folder, 'wrangler.toml'))).missing).toEqual([])
})

test('the example of .dev.vars names what must be there', () => {
  expect(text('.dev.vars.example')).toMatch(/^JWT_KEYS='/m)
  expect(text('.dev.vars.example')).toMatch(/^COOKIE_SECRET=/m)
})
