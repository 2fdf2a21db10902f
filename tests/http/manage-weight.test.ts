import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'

type Part = { module: string; imports?: string[]; parentId?: string }
type Manifest = { entry: Part; routes: Record<string, Part & { id: string }> }

const client = join(import.meta.dirname, '../../build/client')

const manifestFile = (name: RegExp) =>
  readdirSync(join(client, 'assets')).find((file) => name.test(file))!

function manifest(): Manifest {
  const text = readFileSync(join(client, 'assets', manifestFile(/^manifest-\w+\.js$/)), 'utf8')
  return JSON.parse(text.slice(text.indexOf('{'), text.lastIndexOf('}') + 1)) as Manifest
}

const files = ({ module, imports = [] }: Part) => [module, ...imports]
const weigh = (names: Iterable<string>) =>
  [...names].reduce((sum, name) => sum + gzipSync(readFileSync(join(client, name))).length, 0)

/** The list of routes that a manage page loads: those of its own area. */
const ownManifest = () => `assets/${manifestFile(/^manifest-\w+\.manage\.js$/)}`

test('a manage page brings at most 34 kB of script over what Remix and React weigh, its list of routes among them, and none carries Zod', () => {
  const { entry, routes } = manifest()
  const base = new Set([...files(entry), ...files(routes.root!)])
  const pages = Object.values(routes).filter(({ id }) => id.startsWith('routes/manage/'))
  const figures = pages.map((page) => {
    const own = new Set(
      [...files(routes['routes/manage/layout']!), ...files(page)].filter((name) => !base.has(name)),
    )
    own.add(ownManifest())
    return { id: page.id, bytes: weigh(own), own: [...own] }
  })

  expect(figures.length).toBeGreaterThan(5)
  expect(figures.filter(({ bytes }) => bytes > 34_000)).toEqual([])
  const carriers = figures.filter(({ own }) =>
    own.some((name) => readFileSync(join(client, name), 'utf8').includes('ZodError')),
  )
  expect(carriers.map(({ id }) => id)).toEqual([])
})

test('the list of routes on a manage page is that of its area, at most 10 kB sent', () => {
  const text = readFileSync(join(client, ownManifest()), 'utf8')

  expect(text).toContain('"routes/manage/layout"')
  expect(text).not.toContain('"routes/member/')
  expect(text).not.toContain('"routes/site/')
  expect(weigh([ownManifest()])).toBeLessThanOrEqual(10_000)
})
