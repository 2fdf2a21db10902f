import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '..')
type Lock = {
  packages: Record<
    string,
    { version?: string; resolved?: string; dependencies?: Record<string, string> }
  >
}
const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as Lock
const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as Record<
  string,
  Record<string, string>
>

/** Every version of a package anywhere in the tree. */
const versionsOf = (name: string) =>
  Object.entries(lock.packages)
    .filter(([path]) => path.endsWith(`node_modules/${name}`))
    .map(([, entry]) => entry.version ?? '')

const numbers = (version: string) => version.split('-')[0]?.split('.').map(Number) ?? []
const atLeast = (version: string, floor: string) => {
  const [a, b] = [numbers(version), numbers(floor)]
  for (let i = 0; i < 3; i += 1) if (a[i] !== b[i]) return (a[i] ?? 0) > (b[i] ?? 0)
  return true
}

/** Floors of known advisories (docs/decisions/0002-remix-2-pinned.md). */
test.each([
  ['@remix-run/server-runtime', '2.17.5'],
  ['@remix-run/react', '2.17.5'],
  ['@remix-run/router', '1.23.4'],
  ['react-router', '6.30.6'],
  ['react-router-dom', '6.30.6'],
  ['hono', '4.12.34'],
])('every copy of %s is at least %s', (name, floor) => {
  const versions = versionsOf(name)
  expect(versions.length).toBeGreaterThan(0)
  expect(versions.filter((version) => !atLeast(version, floor))).toEqual([])
})

test('no copy of @hono/node-server is below 1.19.14 and there is no react-server-dom package', () => {
  expect(versionsOf('@hono/node-server').filter((version) => !atLeast(version, '1.19.14'))).toEqual(
    [],
  )
  expect(Object.keys(lock.packages).filter((path) => path.includes('react-server-dom'))).toEqual([])
})

test('@remix-run/node is no dependency of ours', () => {
  expect({ ...manifest.dependencies, ...manifest.devDependencies }).not.toHaveProperty(
    '@remix-run/node',
  )
})

test('the lockfile names no addresses, so that it installs from any registry', () => {
  expect(
    Object.values(lock.packages).filter((entry) => entry.resolved?.startsWith('http')),
  ).toEqual([])
})

test('single fetch and lazy route discovery stay off, which keeps turbo-stream and the manifest endpoint off the request path', () => {
  const config = readFileSync(join(root, 'vite.config.ts'), 'utf8')
  expect(config).toContain('v3_singleFetch: false')
  expect(config).toContain('v3_lazyRouteDiscovery: false')
})
