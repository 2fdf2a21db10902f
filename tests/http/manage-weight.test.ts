import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { deskSections, isOfPart, type PagePart, pageParts } from '#app/paths/page-parts.ts'

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

/** The list of routes that a manage page loads: those of its section of the desk. */
const ownManifest = (part: PagePart) =>
  `assets/${manifestFile(new RegExp(`^manifest-\\w+\\.${part.replace('.', '\\.')}\\.js$`))}`

const partOfRoute = (id: string): PagePart =>
  pageParts.find(
    (part) => part.startsWith('manage.') && isOfPart(id, part) && !isOfPart(id, 'manage'),
  ) ?? 'manage'

/** What more than the budget a page weighs, in bytes: an exception has its name and its figure. */
const heavier: Record<string, number> = {
  'routes/manage/studio/reception/_index': 28_200,
  'routes/manage/schedule/_index': 26_800,
  'routes/manage/training/flows/$flow._index': 26_800,
  'routes/manage/schedule/classes/types.$type': 26_500,
}

test('a manage page brings at most 25 KB of script over what Remix and React weigh, its list of routes among them, and none carries Zod', () => {
  const { entry, routes } = manifest()
  const base = new Set([...files(entry), ...files(routes.root!)])
  const pages = Object.values(routes).filter(({ id }) => id.startsWith('routes/manage/'))
  const figures = pages.map((page) => {
    const own = new Set(
      [...files(routes['routes/manage/layout']!), ...files(page)].filter((name) => !base.has(name)),
    )
    own.add(ownManifest(partOfRoute(page.id)))
    return { id: page.id, bytes: weigh(own), own: [...own] }
  })

  expect(figures.length).toBeGreaterThan(5)
  const over = figures.filter(({ id, bytes }) => bytes > (heavier[id] ?? 25_600))
  expect(over.map(({ id, bytes }) => ({ id, bytes }))).toEqual([])
  const carriers = figures.filter(({ own }) =>
    own.some((name) => readFileSync(join(client, name), 'utf8').includes('ZodError')),
  )
  expect(carriers.map(({ id }) => id)).toEqual([])
})

test.each(deskSections)(
  'the list of routes on a page of %s is that of its section, at most 4 kB sent',
  (section) => {
    const others = deskSections.filter((one) => one !== section)
    const name = ownManifest(`manage.${section}`)
    const text = readFileSync(join(client, name), 'utf8')

    expect(text).toContain('"routes/manage/layout"')
    expect(text).toContain(`"routes/manage/${section}/`)
    for (const other of others) expect(text).not.toContain(`"routes/manage/${other}/`)
    expect(text).not.toContain('"routes/member/')
    expect(text).not.toContain('"routes/site/')
    expect(weigh([name])).toBeLessThanOrEqual(4_000)
  },
)
