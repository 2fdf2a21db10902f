import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'

type Part = { module: string; imports?: string[]; parentId?: string }
type Manifest = { entry: Part; routes: Record<string, Part & { id: string }> }

const client = join(import.meta.dirname, '../../build/client')

function manifest(): Manifest {
  const file = readdirSync(join(client, 'assets')).find((name) => /^manifest-\w+\.js$/.test(name))
  const text = readFileSync(join(client, 'assets', file!), 'utf8')
  return JSON.parse(text.slice(text.indexOf('{'), text.lastIndexOf('}') + 1)) as Manifest
}

const files = ({ module, imports = [] }: Part) => [module, ...imports]
const weigh = (names: Iterable<string>) =>
  [...names].reduce((sum, name) => sum + gzipSync(readFileSync(join(client, name))).length, 0)

test('a manage page brings at most 25 kB of script over what Remix and React weigh, and none carries Zod', () => {
  const { entry, routes } = manifest()
  const base = new Set([...files(entry), ...files(routes.root!)])
  const pages = Object.values(routes).filter(({ id }) => id.startsWith('routes/manage/'))
  const figures = pages.map((page) => {
    const own = new Set(
      [...files(routes['routes/manage/layout']!), ...files(page)].filter((name) => !base.has(name)),
    )
    return { id: page.id, bytes: weigh(own), own: [...own] }
  })

  expect(figures.length).toBeGreaterThan(5)
  expect(figures.filter(({ bytes }) => bytes > 25_000)).toEqual([])
  const carriers = figures.filter(({ own }) =>
    own.some((name) => readFileSync(join(client, name), 'utf8').includes('ZodError')),
  )
  expect(carriers.map(({ id }) => id)).toEqual([])
})
