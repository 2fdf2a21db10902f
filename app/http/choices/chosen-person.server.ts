/**
 * For whom somebody with a family looks and acts: `?who=` of the address, which forms always have,
 * or else what the last address said, kept by their browser, a cookie a studio. A form does what it
 * said when it was shown, whatever another tab chose meanwhile.
 */
import { redirect } from '@remix-run/cloudflare'
import { slugOf } from '../load-visitor.server.ts'
import type { RequestContext } from '../request-context.server.ts'
import { readCookie, setCookie } from '../session-cookies.server.ts'

const seconds = 400 * 86_400

const cookieOf = (app: RequestContext) => `who-${slugOf(app.url)}`

/** Whom the request is for: the viewer's own id, or that of somebody they say they look after. */
export function chosenPerson(app: RequestContext, self: string): string {
  const said = app.url.searchParams.get('who')
  const reads = app.request.method === 'GET' || app.request.method === 'HEAD'
  const kept = reads ? readCookie(app, cookieOf(app)) : null
  if (said === null) return kept !== null && /^\w{1,40}$/.test(kept) ? kept : self
  if (reads && said !== (kept ?? self)) {
    const value = encodeURIComponent(said).slice(0, 40)
    setCookie(app, cookieOf(app), value, said === self ? 0 : seconds)
  }
  return said
}

/**
 * What follows where the viewer may not act for them: 404 where the address says them; else they
 * were remembered, which is over, and the page is the viewer's own.
 */
export async function notTheirs(app: RequestContext, notFound: () => Response): Promise<never> {
  setCookie(app, cookieOf(app), '', 0)
  if (app.url.searchParams.has('who')) throw notFound()
  throw redirect(app.url.pathname + app.url.search, 303)
}
