import { createRequestHandler, type RequestHandler, type ServerBuild } from '@remix-run/cloudflare'
import { reservedSlugs } from '#app/values/slug/reserved-slugs.ts'
import { inOurWords } from './broken-answer.ts'

const areas = ['site', 'member', 'manage'] as const
type Area = (typeof areas)[number]

/**
 * Renders pages, each area with the routes of its own: the v6 router ranks every route it has anew
 * for each request, so a member's page would pay for all the pages of the desk.
 */
export function pagesOf(build: ServerBuild): RequestHandler {
  const handlers = Object.fromEntries(
    areas.map((area) => [area, createRequestHandler(only(build, area), 'production')]),
  ) as Record<Area, RequestHandler>
  return async (request, context) => {
    const area = areaOf(new URL(request.url).pathname)
    return leavingArea(area, inOurWords(await handlers[area](request, context)))
  }
}

/**
 * A page that a browser has taken over knows the routes of its own area: sent to another area, it
 * loads a new document.
 */
function leavingArea(area: Area, answer: Response): Response {
  const target = answer.headers.get('X-Remix-Redirect')
  if (target && areaOf(new URL(target, 'https://site.internal').pathname) !== area)
    answer.headers.set('X-Remix-Reload-Document', 'true')
  return answer
}

/** The area a path lies in: the site's own words, a studio's desk, or a studio. */
export function areaOf(pathname: string): Area {
  const [, first = '', second = ''] = pathname.toLowerCase().split('/', 3)
  if (first === '' || reservedSlugs.includes(first)) return 'site'
  return second === 'manage' ? 'manage' : 'member'
}

type Routes = ServerBuild['routes']
type Route = Routes[string]

const mapped = (routes: Routes, change: (route: Route) => Route): Routes =>
  Object.fromEntries(
    Object.entries(routes).flatMap(([id, route]) => (route ? [[id, change(route)]] : [])),
  )

/**
 * An act without a page of its own answers with a redirect. What it throws, a refusal or a 404, is
 * drawn as a page: without a component the framework would send it bare. What answers a script with
 * data says so in its handle.
 */
function drawn(route: Route): Route {
  const { action, default: page, handle } = route.module
  if (!action || page || (handle as { answersData?: boolean } | undefined)?.answersData)
    return route
  return { ...route, module: { ...route.module, default: () => null } }
}

function only(build: ServerBuild, area: Area): ServerBuild {
  const own = <Route>(routes: Record<string, Route>) =>
    Object.fromEntries(
      Object.entries(routes).filter(([id]) => id === 'root' || id.startsWith(`routes/${area}/`)),
    )
  // The browser reads its list from a file of the same routes, which the build writes beside the
  // whole one (scripts/vite/area-manifests.ts).
  const url = build.assets.url.replace(/(\/manifest-\w+)\.js$/, `$1.${area}.js`)
  return {
    ...build,
    routes: mapped(own(build.routes), drawn),
    assets: { ...build.assets, url, routes: own(build.assets.routes) },
  }
}
