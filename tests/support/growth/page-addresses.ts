/**
 * Every GET of the product as somebody asks it: each address of the route list, and the ways that
 * its page offers to narrow, search, sort and turn it.
 */
import { formsOf } from '../walls/page-forms.ts'
import { addressesOf, wallPatterns } from '../walls/wall-routes.ts'
import type { WorkedStudio } from '../walls/worked-studio.ts'

export type Asked = { as: 'owner' | 'member' | 'nobody'; pattern: string; path: string }

/** Searches that find one person, and that find everybody. */
const words = ['okoro', 'example']

/** Parameters of addresses outside the studios. */
const parameters: Record<string, string> = {
  icon: 'flame',
  colour: 'gradient-3',
  step: 'studio',
  factor: 'none',
}

/** The address of each route, for anyone who comes there; what has parameters stands on records. */
export async function routeAddresses({ env, own }: WorkedStudio): Promise<Asked[]> {
  const databases = { directory: env.DIRECTORY, shard: env.STUDIOS_0 }
  const shown = await env.DIRECTORY.prepare(
    'SELECT class_type_id AS class FROM public_class_pages LIMIT 1',
  ).first<{ class: string }>()
  const known: Record<string, string> = { ...parameters, ...shown }
  const found = await Promise.all(
    wallPatterns().map(async (pattern): Promise<Asked[]> => {
      const inStudio = pattern.startsWith('/:studio')
      const [path] =
        inStudio && pattern.includes('/:', 2)
          ? await addressesOf(pattern, own, databases)
          : [
              pattern.replace(/:(\w+)/g, (_, name: string) =>
                name === 'studio' ? own.slug : (known[name] ?? ''),
              ),
            ]
      if (!path) throw new Error(`No record stands for ${pattern}`)
      if (pattern.startsWith('/:studio/manage')) return [{ as: 'owner', pattern, path }]
      const visitor = inStudio ? 'member' : 'owner'
      return ([visitor, 'nobody'] as const).map((as) => ({ as, pattern, path }))
    }),
  )
  return found.flat()
}

/** What a page leads to with other parameters: its own links, its searches and its filters. */
export function variantsOf({ as, pattern, path }: Asked, html: string): Asked[] {
  const found = new Map<string, string>()
  const add = (address: string, kind: string) => {
    if (!found.has(kind)) found.set(kind, address)
  }
  for (const [, href] of html.matchAll(/href="([^"]+)"/g)) {
    const url = new URL((href as string).replaceAll('&amp;', '&'), `http://site.test${path}`)
    if (url.pathname === path && url.search !== '') add(url.pathname + url.search, kindOf(url))
  }
  for (const form of formsOf(html, path, {}, 'get')) {
    if (form.action.split('?')[0] !== path) continue
    for (const { name, type, choices, value } of form.fields) {
      const offered = type === 'search' || name === 'q' ? words : [...choices, value].slice(0, 12)
      for (const one of offered.filter((each) => each !== ''))
        add(`${path}?${new URLSearchParams({ [name]: one })}`, `${name} ${wordIn(one)}`)
    }
  }
  return [...found.values()].map((address) => ({ as, pattern, path: address }))
}

/** Links that differ in ids, dates and numbers alone are of one kind. */
const kindOf = ({ searchParams }: URL) =>
  [...searchParams].map(([name, value]) => `${name} ${wordIn(value)}`).join()

const wordIn = (value: string) => (/^[a-z_]+[0-9]?$/.test(value) ? value : '')
