import type { MiddlewareHandler } from 'hono'
import { compareTexts } from '#app/values/text-order.ts'
import type { ServerEnv } from '#functions/server-env.ts'
import { hasOwnCookie } from './session-cookie.ts'

/**
 * How long a public page may be told again, in seconds; places are checked again at booking (design
 * decision 16).
 */
const seconds = 60

/** Public pages that say the same to everyone who is not signed in. */
const publicPage =
  /^\/(?:$|classes(?:\/[a-z0-9]+)?$|[a-z0-9-]+\/(?:embed\/timetable|home(?:\/timetable(?:\/[a-z0-9]+)?|\/encyclopedia(?:\/[a-z0-9]+)?|\/locations\/[a-z0-9]+|\/rules)?|prices)$)/i

/** Changed by /dev/clock, so that a page of another time is not told while the clock is frozen. */
export const clockEpochKey = 'https://cadence.internal/clock-epoch'

/** Whether everyone who asks this is told the same: a public page, without a session or a flash. */
function isForEverybody(request: Request): boolean {
  return (
    request.method === 'GET' &&
    publicPage.test(new URL(request.url).pathname) &&
    !hasOwnCookie(request.headers.get('Cookie') ?? undefined)
  )
}

/**
 * The request as a page is made from it: for what the cache may keep, under the one address that its
 * key is made of, so that nothing the key ignores can get into everybody's page.
 */
export function canonicalRequest(request: Request): Request {
  if (!isForEverybody(request)) return request
  const canonical = canonicalAddress(new URL(request.url))
  return canonical === request.url ? request : new Request(canonical, request)
}

/**
 * Keeps public pages for people without a session: no cookie, no flash, at most a minute, keyed by
 * the address that the page was made from, host included, and the build. Comes behind
 * `canonicalRequest`.
 */
export function pageCache(build: string): MiddlewareHandler<ServerEnv> {
  return async (c, next) => {
    const { app } = c.var
    if (!isForEverybody(app.request)) return next()

    const cache = (caches as unknown as { default: Cache }).default
    const epoch = app.devTools ? await (await cache.match(clockEpochKey))?.text() : undefined
    const key = cacheKey(app.url, build, epoch)
    const kept = await cache.match(key)
    if (kept) {
      c.res = new Response(kept.body, kept)
      forBrowsers(c.res.headers)
      return
    }

    await next()
    if (c.res.status === 200 && !c.res.headers.has('Set-Cookie')) {
      const copy = c.res.clone()
      copy.headers.set('Cache-Control', `public, max-age=${seconds}`)
      app.waitUntil(cache.put(key, copy))
      forBrowsers(c.res.headers)
    }
  }
}

/** A browser asks again each time: after signing in the same address is another page. */
function forBrowsers(headers: Headers): void {
  headers.set('Cache-Control', `public, max-age=0, s-maxage=${seconds}`)
  headers.set('Vary', 'Cookie')
}

/**
 * The address without letter case in its studio, with its parameters in order and the empty ones
 * gone.
 */
function canonicalAddress(url: URL): string {
  const params = [...url.searchParams]
    .filter(([, value]) => value !== '')
    .sort(([a], [b]) => compareTexts(a, b))
  const search = new URLSearchParams(params).toString()
  const [, slug = '', ...rest] = url.pathname.split('/')
  const path = [slug.toLowerCase(), ...rest].join('/')
  return `${url.origin}/${path}${search && `?${search}`}`
}

/** `url` is canonical already. */
const cacheKey = (url: URL, build: string, epoch: string | undefined) =>
  `https://cadence.internal/${build}/${epoch ?? ''}/${encodeURIComponent(url.origin)}${url.pathname}${url.search}`
