import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import * as fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import { type RouteNode, routeTree } from '../../tests/support/walls/wall-routes.ts'
import { withLeanMatching } from './lean-matching.ts'

type Router = { matchRoutes(routes: RouteNode[], path: string): Match[] | null }
type Match = { params: object; pathname: string; pathnameBase: string; route: RouteNode }

const file = join(dirname(createRequire(import.meta.url).resolve('@remix-run/router')), 'router.js')
const load = (code: string) =>
  import(/* @vite-ignore */ `data:text/javascript;base64,${Buffer.from(code).toString('base64')}`)

let own: Router
let routers: Router
let tree: RouteNode[]

beforeAll(async () => {
  const code = readFileSync(file, 'utf8')
  ;[own, routers] = (await Promise.all([load(withLeanMatching(code).code), load(code)])) as [
    Router,
    Router,
  ]
  tree = routeTree()
})

const answer = (router: Router, path: string) =>
  router.matchRoutes(tree, path)?.map(({ route, ...match }) => ({ ...match, id: route.id })) ?? null

/** Every pattern, of leaves and of what they stand in. */
const patternsOf = (nodes: RouteNode[], before = ''): string[] =>
  nodes.flatMap((node) => {
    const path = node.path ? `${before}/${node.path}` : before
    return [path, ...patternsOf(node.children ?? [], path)]
  })

const values = ['northside', 'a%20b', 'x%2Fy', '%E2%82%AC', '*', 'new', 'manage', '0', 'K', '%25']

test('each route is found by the addresses the router itself finds it by, however they are written', () => {
  for (const [i, pattern] of patternsOf(tree).entries()) {
    const value = values[i % values.length] as string
    const path = pattern.replace(/:[\w-]+\??|\*/g, value) || '/'
    const others = [`${path}/`, path.toUpperCase(), `/${path}`, `${path}/${value}`]
    // The router is slow to answer: every third is asked in another spelling, not each in both.
    const one = i % 3 > 0 ? path : (others[(i / 3) % others.length] as string)
    expect([one, answer(own, one)]).toEqual([one, answer(routers, one)])
    expect([pattern, answer(own, path)]).not.toEqual([pattern, null])
  }
})

test('addresses of any parts find what the router finds', () => {
  const words = [
    ...new Set(patternsOf(tree).flatMap((pattern) => pattern.split('/'))),
    ...values,
    '',
    '..',
    '\u212a',
  ]
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...words), { maxLength: 7 }), (parts) => {
      const path = `/${parts.join('/')}`
      expect([path, answer(own, path)]).toEqual([path, answer(routers, path)])
    }),
    { numRuns: 200 },
  )
})

test('a router that was changed is not patched blindly', () => {
  expect(() => withLeanMatching('export const matchRoutes = () => null')).toThrow(/has changed/)
})
