import { existsSync, readFileSync } from 'node:fs'
import type { Plugin } from 'vite'
import { noLines } from './syntax.ts'

export type ManifestRoute = {
  id: string
  module: string
  imports?: string[]
  css?: string[]
} & Record<string, unknown>
type Manifest = { routes: Record<string, ManifestRoute> }

type Placed = { id: string; parentId?: string }

/** Whether a route's own file says that a browser takes it over (`handle.hydrate`). */
const hydrates = ({ id }: Placed) =>
  [`app/${id}.tsx`, `app/${id}/route.tsx`].some(
    (file) => existsSync(file) && /^ {2}hydrate: true/m.test(readFileSync(file, 'utf8')),
  )

/**
 * The ids of the routes that a browser takes over: what hydrates, what lies in it, and the frames
 * around it. The others are read and never loaded.
 */
export function takenOver(routes: readonly Placed[], hydrated = hydrates): Set<string> {
  const byId = new Map(routes.map((route) => [route.id, route]))
  const framesOf = (route: Placed): Placed[] => {
    const parent = byId.get(route.parentId ?? '')
    return parent ? [parent, ...framesOf(parent)] : []
  }
  const own = new Set(routes.filter(hydrated).map(({ id }) => id))
  const taken = new Set<string>()
  for (const route of routes) {
    const frames = framesOf(route)
    if (frames.some(({ id }) => own.has(id))) taken.add(route.id)
    if (own.has(route.id)) for (const { id } of [route, ...frames]) taken.add(id)
  }
  return taken
}

/** Without what says nothing: flags that are off, lists that are empty. */
export const leanRoute = (route: ManifestRoute): ManifestRoute =>
  Object.fromEntries(
    Object.entries(route).filter(
      ([, value]) => value !== false && value !== undefined && !isEmptyList(value),
    ),
  ) as ManifestRoute

const isEmptyList = (value: unknown) => Array.isArray(value) && value.length === 0

/** The frame of a route's area: what each of its pages has loaded before it. */
const frameOf = ({ id }: ManifestRoute) => ['root', `${id.split('/', 2).join('/')}/layout`]

const filesOf = (route?: ManifestRoute) => (route ? [route.module, ...(route.imports ?? [])] : [])

/** An address without a page, such as an act or a file: nothing of it goes to a browser. */
const isEmpty = ({ module }: ManifestRoute) =>
  module !== '' && readFileSync(`build/client${module}`, 'utf8').trim() === ''

/**
 * Each route with only the files that its frame has not loaded, and one file for all that have
 * nothing in theirs. The Worker and the browser must have the same: both write the preloads of a
 * page, and React compares them.
 */
export function withoutFrames(
  routes: Record<string, ManifestRoute>,
): Record<string, ManifestRoute> {
  const nothing = Object.values(routes).find(isEmpty)?.module
  const lean = Object.values(routes).map((route): ManifestRoute => {
    const frame = frameOf(route)
    if (frame.includes(route.id)) return route
    const loaded = new Set(frame.flatMap((id) => filesOf(routes[id])))
    const imports = route.imports?.filter((file) => !loaded.has(file)) ?? []
    return { ...route, imports, module: nothing && isEmpty(route) ? nothing : route.module }
  })
  return Object.fromEntries(lean.map((route) => [route.id, route]))
}

/**
 * The files that routes import, those of most routes first, and what writes a route's imports as the
 * steps from one place in that list to the next: small numbers compress where names of files do not.
 */
export function filesBySteps(routes: readonly ManifestRoute[]): {
  files: string[]
  steps: (imports: readonly string[]) => number[]
} {
  const uses = new Map<string, number>()
  for (const { imports = [] } of routes)
    for (const file of imports) uses.set(file, (uses.get(file) ?? 0) + 1)
  const files = [...uses.keys()].sort((a, b) => uses.get(b)! - uses.get(a)!)
  const steps = (imports: readonly string[]) =>
    imports
      .map((file) => files.indexOf(file))
      .sort((a, b) => a - b)
      .map((place, i, places) => place - (places[i - 1] ?? 0))
  return { files, steps }
}

/** What the build says of each route anyway, where it holds the route itself. */
const saidByRoute = ['id', 'parentId', 'path', 'index', 'hasAction', 'hasLoader']

const nameOf = (file: string) => /^\/assets\/([\w-]+)\.js$/.exec(file)?.[1] ?? missed(file)

const missed = (what: string): never => {
  throw new Error(`${what} is written otherwise than the list of files expects`)
}

/**
 * A route as `file steps flags`, such as `BX_HDUb 0,1,11 hasErrorBoundary`: its own file and those it
 * imports where a browser takes it over. Nothing of it is nothing at all.
 */
function told(route: ManifestRoute, files: string): string {
  const more = Object.entries(route).filter(
    ([name]) => !['module', 'imports', ...saidByRoute].includes(name),
  )
  const flags = more.map(([name, value]) => (value === true ? name : missed(`${name} of a route`)))
  return [files, ...flags].join(' ').trimEnd()
}

/** Reads `told` at the start, in the Worker. `f` has the files that routes import. */
const readTold = `(r,f)=>{if(!r)return;const[h,s,...g]=r.split(' ');let n=0;return{...h&&{module:'/assets/'+h+'.js'},...s&&{imports:s.split(',').map(i=>'/assets/'+f[n+=+i]+'.js')},...Object.fromEntries(g.map(k=>[k,true]))}}`

/**
 * What the Worker knows of the files of the browser, without the files of pages that have no
 * scripts: names of files are what no compression makes small. What it knows of the routes is not
 * written a second time, not even their ids: what is told of each stands in the order of their ids
 * (lean-routes.ts puts the two together, and functions/edge/pages.ts the rest).
 */
export const leanManifest: Plugin = {
  name: 'cadence:lean-manifest',
  enforce: 'post',
  apply: (_, { command, isSsrBuild }) => command === 'build' && isSsrBuild === true,
  transform(code, id) {
    if (id !== '\0virtual:remix/server-manifest') return null
    const literal = code.slice(code.indexOf('{'), code.lastIndexOf('}') + 1)
    // An object as Remix writes it, with quotes of its own.
    const manifest = new Function(`return ${literal}`)() as Manifest
    const known = Object.values(withoutFrames(manifest.routes)).map(leanRoute)
    const taken = takenOver(Object.values(manifest.routes))
    const { files, steps } = filesBySteps(known.filter(({ id }) => taken.has(id)))
    const ofFiles = ({ module, imports }: ManifestRoute) =>
      `${nameOf(module)} ${steps(imports ?? []).join(',')}`
    const routes = known
      .toSorted((a, b) => (a.id < b.id ? -1 : 1))
      .map((route) => told(route, taken.has(route.id) ? ofFiles(route) : ' '))
    const [m, f, t] = [
      { ...manifest, routes: [] },
      files.map(nameOf).join(' '),
      routes.join(';'),
    ].map((part) => JSON.stringify(part))
    const written = `const m=${m},f=${f}.split(' ');m.routes=${t}.split(';').map(r=>(${readTold})(r,f));export default m`
    return { code: written, map: noLines }
  },
}
