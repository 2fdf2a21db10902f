import type { HonoRequest, MiddlewareHandler } from 'hono'
import { hasSessionCookie } from './session-cookie.ts'

/** Doors with their own proof of who is calling: bearer tokens, signatures, development scripts. */
const ownProof = /^\/(auth\/v1|storage|rest|api|webhooks|admin|dev)\//

function isAllowed(request: HonoRequest, own: string): boolean {
  const origin = request.header('Origin')
  if (origin) return origin === own
  const site = request.header('Sec-Fetch-Site')
  return site ? site === 'same-origin' : !hasSessionCookie(request.header('Cookie'))
}

/**
 * Stops other sites from posting a person's forms. A post must come from our own origin, by
 * `Origin` or, where that is missing, by `Sec-Fetch-Site`; with neither it must carry no session.
 */
export const originCheck: MiddlewareHandler = async (c, next) => {
  const url = new URL(c.req.url)
  if (c.req.method === 'GET' || c.req.method === 'HEAD' || ownProof.test(url.pathname))
    return next()
  if (!isAllowed(c.req, url.origin)) {
    return c.text(
      'This form came from another site, so nothing was done. ' +
        'Go back, reload the page and try again.',
      403,
    )
  }
  await next()
}
