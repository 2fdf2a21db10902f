/**
 * Where somebody was last, of a studio with several locations: kept by their browser, a cookie a
 * studio. Only for people who are signed in, so that what everybody is told is the same and may be
 * cached.
 */

import { slugOf } from '../load-visitor.server.ts'
import type { RequestContext } from '../request-context.server.ts'
import { readCookie, setCookie } from '../session-cookies.server.ts'

const seconds = 400 * 86_400

type Viewer = { personId: string | null } | null

const cookieOf = (app: RequestContext) => `location-${slugOf(app.url)}`

/** Its name; null where they chose all of them, or nothing yet. */
export function lastLocation(app: RequestContext, viewer: Viewer): string | null {
  const kept = viewer?.personId ? readCookie(app, cookieOf(app)) : null
  try {
    return kept && decodeURIComponent(kept)
  } catch {
    return null
  }
}

/** Remembers what the address chose; an address that says nothing changes nothing. */
export function keepLocation(app: RequestContext, viewer: Viewer, location: string | null): void {
  if (!viewer?.personId || !app.url.searchParams.has('location')) return
  if (location === lastLocation(app, viewer)) return
  const value = encodeURIComponent(location ?? '')
  setCookie(app, cookieOf(app), value, location === null ? 0 : seconds)
}
