import type { Plugin } from 'vite'

export type ManifestRoute = {
  id: string
  module: string
  imports?: string[]
  css?: string[]
} & Record<string, unknown>
type Manifest = { routes: Record<string, ManifestRoute> }

/** Routes that a browser takes over; the others are read and never loaded. */
const takenOver = (id: string) =>
  id === 'root' || id.startsWith('routes/manage/') || id.startsWith('routes/site/dev.')

/** Without what says nothing: flags that are off, lists that are empty. */
export const leanRoute = (route: ManifestRoute): ManifestRoute =>
  Object.fromEntries(
    Object.entries(route).filter(
      ([, value]) => value !== false && value !== undefined && !isEmptyList(value),
    ),
  ) as ManifestRoute

const isEmptyList = (value: unknown) => Array.isArray(value) && value.length === 0

/**
 * What the Worker knows of the files of the browser, without the files of pages that have no
 * scripts: names of files are what no compression makes small.
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
    const routes = Object.values(manifest.routes).map((route) => {
      const { imports: _, ...read } = leanRoute(route)
      return takenOver(route.id) ? leanRoute(route) : { ...read, module: '' }
    })
    const lean = { ...manifest, routes: Object.fromEntries(routes.map((one) => [one.id, one])) }
    return { code: `export default ${JSON.stringify(lean)}`, map: null }
  },
}
