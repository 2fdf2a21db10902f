import { createRequestHandler, type RequestHandler, type ServerBuild } from '@remix-run/cloudflare'
import { isOfPart, type PagePart, partOf } from '#app/paths/page-parts.ts'
import { inOurWords } from './broken-answer.ts'

/**
 * Renders pages, each part with the routes of its own: the v6 router ranks every route it has again
 * for each request, so a member's page would pay for all the pages of the desk, and a page of the
 * timetable for those of sales.
 */
export function pagesOf(build: ServerBuild): RequestHandler {
  const handlers = new Map<PagePart, RequestHandler>()
  const handlerOf = (part: PagePart) => {
    const made = handlers.get(part) ?? createRequestHandler(only(build, part), 'production')
    handlers.set(part, made)
    return made
  }
  return async (request, context) => {
    const part = partOf(new URL(request.url).pathname)
    return leavingPart(part, inOurWords(await handlerOf(part)(request, context)))
  }
}

/**
 * A page that a browser has taken over knows the routes of its own part: sent to another, it loads
 * a new document.
 */
function leavingPart(part: PagePart, answer: Response): Response {
  const target = answer.headers.get('X-Remix-Redirect')
  if (target && partOf(new URL(target, 'https://site.internal').pathname) !== part)
    answer.headers.set('X-Remix-Reload-Document', 'true')
  return answer
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

type Asset = ServerBuild['assets']['routes'][string]

/** What the list of a browser's files says of a route; the build leaves out what the route says. */
function listed(route: Route, files: Asset | undefined): Asset {
  const { id, parentId, path, index, module } = route
  return {
    id,
    module: '',
    ...(parentId && { parentId }),
    ...(path && { path }),
    ...(index && { index }),
    ...(module.action && { hasAction: true }),
    ...(module.loader && { hasLoader: true }),
    ...files,
  } as Asset
}

function only(build: ServerBuild, part: PagePart): ServerBuild {
  const own = <Route>(routes: Record<string, Route>) =>
    Object.fromEntries(Object.entries(routes).filter(([id]) => isOfPart(id, part)))
  // The browser reads its list from a file of the same routes, which the build writes beside the
  // whole one (scripts/vite/part-manifests.ts).
  const url = build.assets.url.replace(/(\/manifest-\w+)\.js$/, `$1.${part}.js`)
  const files = build.assets.routes
  const routes = Object.fromEntries(
    Object.entries(own(build.routes)).flatMap(([id, route]) =>
      route ? [[id, listed(route, files[id])]] : [],
    ),
  )
  return {
    ...build,
    routes: mapped(own(build.routes), drawn),
    assets: { ...build.assets, url, routes },
  }
}
