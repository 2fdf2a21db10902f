import type { AppLoadContext, EntryContext, LoaderFunctionArgs } from '@remix-run/cloudflare'
import { isRouteErrorResponse, RemixServer } from '@remix-run/react'
import { contentSecurityPolicy } from './http/content-security-policy.server.ts'
import { accountHeader, accountKey } from './http/device/account-key.server.ts'
import { commitFlash } from './http/flash.server.ts'
import { renderMarkup } from './render-markup.server.tsx'
import { errorTitle } from './ui/form/error-title.ts'
import type { PageHandle } from './ui/page-handle.ts'

/**
 * Pages without scripts are written as static markup (no markers for hydration); the others as
 * markup React can take over. Both are complete in one response.
 */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  remix: EntryContext,
  { app: context }: AppLoadContext,
) {
  const handles = remix.staticHandlerContext.matches.map(
    ({ route }) => remix.routeModules[route.id]?.handle as PageHandle | undefined,
  )
  // Nothing is done on a page that is not there: it brings no list of routes and no data of itself.
  const hydrates = ![403, 404].includes(status) && handles.some((handle) => handle?.hydrate)
  const shown = hydrates ? remix : withMatchedRoutes(remix)
  const page = renderMarkup(<RemixServer context={shown} url={request.url} />, { hydrates })
  // 422 is a form shown again; a screen reader says the title first. Remix does not tell `meta`
  // what an action answered.
  const markup =
    status === 422 ? page.markup.replace('<title>', `<title>${errorTitle}`) : page.markup
  if (remix.staticHandlerContext.loaderData.root) {
    commitFlash(context)
    // What this device keeps of another account is not for this one (offline/service-worker.ts).
    const { visitor } = await context.loadVisitor()
    if (visitor) headers.set(accountHeader, await accountKey(visitor.userId))
  }
  headers.set('Content-Type', 'text/html; charset=utf-8')
  const framable = handles.some((handle) => handle?.framable)
  headers.set(
    'Content-Security-Policy',
    await contentSecurityPolicy(page, { formTargets: context.formTargets, framable }),
  )
  return new Response(`<!doctype html>${markup}`, { status, headers })
}

/**
 * A page that no browser takes over is drawn of its own routes: of all others Remix would make a
 * router for each request, and match the address again.
 */
function withMatchedRoutes(remix: EntryContext): EntryContext {
  const { routes } = remix.manifest
  const matched = remix.staticHandlerContext.matches.flatMap(({ route }) => {
    const one = routes[route.id]
    return one ? [[route.id, one] as const] : []
  })
  return { ...remix, manifest: { ...remix.manifest, routes: Object.fromEntries(matched) } }
}

/**
 * Failures of our own are logged; what the visitor asked wrongly (4xx) and aborted requests are
 * nobody's failure.
 */
export function handleError(error: unknown, { request }: { request: Request }) {
  const visitorsOwn = isRouteErrorResponse(error) && error.status < 500
  if (!request.signal.aborted && !visitorsOwn) console.error(error)
}

/**
 * A browser that navigates without a new document asks for data alone; what the root's data says is
 * then said, too.
 */
export function handleDataRequest(
  response: Response,
  { request, context }: LoaderFunctionArgs,
): Response {
  if (new URL(request.url).searchParams.get('_data') === 'root' && request.method === 'GET')
    commitFlash(context.app)
  return response
}
