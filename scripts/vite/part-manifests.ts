import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin } from 'vite'
import { isOfPart, pageParts } from '../../app/paths/page-parts.ts'
import { filesBySteps, leanRoute, type ManifestRoute, withoutFrames } from './lean-manifest.ts'
import { pathOfId, saidById } from './lean-routes.ts'

const assets = 'build/client/assets'

type Manifest = { url: string; routes: Record<string, ManifestRoute> }

/**
 * Writes the list of routes that a browser takes over with once more for each part, with the routes
 * of that part alone: `manifest-<hash>.manage.sales.js` (functions/edge/pages.ts names it to the
 * page).
 * Remix writes the whole one while the server is built.
 */
export const partManifests: Plugin = {
  name: 'cadence:part-manifests',
  apply: (_, { command, isSsrBuild }) => command === 'build' && isSsrBuild === true,
  writeBundle() {
    const name = readdirSync(assets).find((file) => /^manifest-\w+\.js$/.test(file))
    if (!name) throw new Error(`No manifest of routes in ${assets}`)
    const text = readFileSync(join(assets, name), 'utf8')
    const whole = JSON.parse(text.slice(text.indexOf('{'), text.lastIndexOf('}') + 1)) as Manifest
    const routes = withoutFrames(whole.routes)
    for (const part of pageParts) {
      const [area] = part.split('.')
      const own = Object.entries(routes)
        .filter(([id]) => isOfPart(id, part))
        .map(([id, route]) => [id, leanRoute(route)])
      const url = whole.url.replace(/\.js$/, `.${part}.js`)
      const file = join(assets, name.replace(/\.js$/, `.${part}.js`))
      writeFileSync(
        file,
        script({ ...whole, url, routes: Object.fromEntries(own) }, `routes/${area}/layout`),
      )
    }
  },
}

/**
 * The manifest as the browser reads it. Names of files are most of its weight and stand in many
 * routes: they are written once, those of most routes first, and the imports of a route are the
 * steps from one place in that list to the next. A route is written without its key, which is its
 * id, without its parent where that is the frame of the area, and without its path where its id says
 * it; null is a route that has none.
 */
function script(manifest: Manifest, frame: string): string {
  const { files, steps } = filesBySteps(Object.values(manifest.routes))
  const routes = Object.values(manifest.routes).map(({ parentId, path, ...route }) => ({
    ...route,
    path: path === saidById(route.id, frame) ? undefined : (path ?? null),
    parentId: parentId === frame ? undefined : (parentId ?? ''),
    imports: route.imports && steps(route.imports),
  }))
  return (
    `window.__remixManifest=((m,f,p)=>{m.routes=Object.fromEntries(m.routes.map(r=>{let n=0;` +
    `if(r.imports)r.imports=r.imports.map(i=>f[n+=i]);r.parentId??=p;` +
    `if(!r.parentId)delete r.parentId;const i=r.id;if(r.path===undefined)r.path=${pathOfId};` +
    `if(r.path===null)delete r.path;return[i,r]}));return m})` +
    `(${JSON.stringify({ ...manifest, routes })},${JSON.stringify(files)},${JSON.stringify(frame)});`
  )
}
