import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin } from 'vite'
import { leanRoute, type ManifestRoute } from './lean-manifest.ts'

const assets = 'build/client/assets'
const areas = ['site', 'member', 'manage']

type Manifest = { url: string; routes: Record<string, ManifestRoute> }

const filesOf = (route?: ManifestRoute) => (route ? [route.module, ...(route.imports ?? [])] : [])

/** An address without a page, such as an act or a file: nothing of it goes to a browser. */
const isEmpty = ({ module }: ManifestRoute) =>
  readFileSync(join('build/client', module), 'utf8')
    .replace(/\/\/#.*$/m, '')
    .trim() === ''

/**
 * Writes the list of routes that a browser takes over with once more for each area, with the routes
 * of that area alone: `manifest-<hash>.manage.js` (functions/edge/pages.ts names it to the page).
 * Remix writes the whole one while the server is built.
 */
export const areaManifests: Plugin = {
  name: 'cadence:area-manifests',
  apply: (_, { command, isSsrBuild }) => command === 'build' && isSsrBuild === true,
  writeBundle() {
    const name = readdirSync(assets).find((file) => /^manifest-\w+\.js$/.test(file))
    if (!name) throw new Error(`No manifest of routes in ${assets}`)
    const text = readFileSync(join(assets, name), 'utf8')
    const whole = JSON.parse(text.slice(text.indexOf('{'), text.lastIndexOf('}') + 1)) as Manifest
    const nothing = Object.values(whole.routes).find(isEmpty)?.module ?? ''
    for (const area of areas) {
      // What each page of the area has loaded before it loads a route.
      const frame = ['root', `routes/${area}/layout`].flatMap((id) => filesOf(whole.routes[id]))
      const own = Object.entries(whole.routes)
        .filter(([id]) => id === 'root' || id.startsWith(`routes/${area}/`))
        .map(([id, route]) => {
          const module = isEmpty(route) ? nothing : route.module
          const imports = route.imports?.filter((file) => !frame.includes(file)) ?? []
          return [id, leanRoute({ ...route, module, imports })]
        })
      const url = whole.url.replace(/\.js$/, `.${area}.js`)
      const part = { ...whole, url, routes: Object.fromEntries(own) }
      const file = join(assets, name.replace(/\.js$/, `.${area}.js`))
      writeFileSync(file, `window.__remixManifest=${JSON.stringify(part)};`)
    }
  },
}
