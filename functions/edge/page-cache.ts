import type { MiddlewareHandler } from 'hono'
import type { ServerEnv } from '../server.ts'
import { hasSessionCookie } from './session-cookie.ts'

/** How long a public page may be told again, in seconds; places are checked anew at booking (design decision 16). */
const seconds = 60

/** Public pages that say the same to everyone who is not signed in. */
const publicPage =
  /^\/(?:$|classes(?:\/[a-z0-9]+)?$|[a-z0-9-]+\/(?:embed\/timetable|home(?:\/timetable(?:\/[a-z0-9]+)?|\/encyclopedia(?:\/[a-z0-9]+)?|\/rules)?)$)/i

/** Changed by /dev/clock, so that a page of another time is not told while the clock is frozen. */
export const clockEpochKey = 'https://cadence.internal/clock-epoch'

/**
 * Keeps public pages for people without a session: no cookie, no flash, at most a minute, keyed by the normalised
 * address and the build.
 */
export function pageCache(build: string): MiddlewareHandler<ServerEnv> {
  return async (c, next) => {
    const { app } = c.var
    const cacheable =
      c.req.method === 'GET' &&
      publicPage.test(app.url.pathname) &&
      !hasSessionCookie(c.req.header('Cookie'))
    if (!cacheable) return next()

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

/** The address without letter case in its studio, with its parameters in order and the empty ones gone. */
function cacheKey(url: URL, build: string, epoch: string | undefined): string {
  const params = [...url.searchParams]
    .filter(([, value]) => value !== '')
    .sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0))
  const search = new URLSearchParams(params)
  const [, slug = '', ...rest] = url.pathname.split('/')
  return `https://cadence.internal/${build}/${epoch ?? ''}/${[slug.toLowerCase(), ...rest].join('/')}?${search}`
}
