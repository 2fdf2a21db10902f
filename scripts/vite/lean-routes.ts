import type { Plugin } from 'vite'
import { noLines } from './syntax.ts'

type KnownRoute = {
  id: string
  parentId?: string
  path?: string
  index?: boolean
  caseSensitive?: boolean
  /** Its place among the modules that the build imports. */
  module: number
}

/**
 * The path that the id of a route says below its area (`i` and the area's frame `p`), as text, since
 * the browser and the Worker work it out as well: `routes/manage/sales/products/$product.stock` is at
 * `sales/products/:product/stock`.
 */
export const pathOfId = `i.slice(p.length-6).replace(/\\/_index$/,'').replace(/\\$/g,':').replace(/_?\\./g,'/')`
export const saidById = new Function('i', 'p', `return ${pathOfId}`) as (
  i: string,
  p: string,
) => string

const frameOf = (id: string) => `${id.split('/', 2).join('/')}/layout`

/** One route as [module, id], and behind those what its id does not say: [path, parent, index]. */
function told({ id, parentId, path, index, module }: KnownRoute): string {
  const frame = frameOf(id)
  const more = [
    path === saidById(id, frame) ? undefined : (path ?? null),
    parentId === frame ? undefined : (parentId ?? null),
    index === (id.endsWith('/_index') || undefined) ? undefined : (index ?? false),
  ]
  while (more.length > 0 && more.at(-1) === undefined) more.pop()
  return `[${[`route${module}`, ...[id, ...more].map((part) => JSON.stringify(part) ?? '')]}]`
}

/** The list of the browser's files, whose routes stand in the order of their ids (lean-manifest.ts). */
const filesOfBrowser = `import filesInOrder from 'virtual:remix/server-manifest'`

const listed = /export const routes = (\{[\s\S]*?\n {6}\});/

/**
 * Writes the list of routes that the Worker begins with so that nothing in it stands twice: an id is
 * not its own key as well, and what it says of path, parent and index is worked out at the start.
 */
export const leanRoutes: Plugin = {
  name: 'cadence:lean-routes',
  enforce: 'post',
  apply: (_, { command, isSsrBuild }) => command === 'build' && isSsrBuild === true,
  transform(code, id) {
    if (id !== '\0virtual:remix/server-build') return null
    const literal = listed.exec(code)?.[1]
    if (!literal) throw new Error('The list of routes is written otherwise than it was')
    const numbered = literal.replace(/module: route(\d+)/g, 'module: $1')
    // An object as Remix writes it, with the modules as numbers.
    const routes = Object.values(new Function(`return ${numbered}`)() as Record<string, KnownRoute>)
    const shadowed = routes.find(({ caseSensitive }) => caseSensitive !== undefined)
    if (shadowed) throw new Error(`${shadowed.id} minds upper case, which is left out here`)
    const lean = `export const routes = Object.fromEntries([${routes.map(told)}].map(([module, i, path, parentId, index]) => {
      const p = i.split('/', 2).join('/') + '/layout'
      if (path === undefined) path = ${pathOfId}
      if (parentId === undefined) parentId = p
      if (index === undefined) index = i.endsWith('/_index') || undefined
      return [i, { id: i, parentId: parentId ?? undefined, path: path ?? undefined, index: index || undefined, module }]
    }));
    filesInOrder.routes = Object.fromEntries(Object.keys(routes).sort().map((id, place) => [id, filesInOrder.routes[place]]));`
    return { code: `${filesOfBrowser}\n${code.replace(listed, () => lean)}`, map: noLines }
  },
}
