import type { MiddlewareHandler } from 'hono'
import { hasSessionCookie } from './session-cookie.ts'

/** Doors with their own proof of who is calling: bearer tokens, signatures, development scripts. */
const ownProof = /^\/(auth\/v1|storage|rest|webhooks|dev)\//

/**
 * Stops other sites from posting a person's forms. A post must come from our own origin, by `Origin` or, where that is
 * missing, by `Sec-Fetch-Site`; with neither it must carry no session.
 */
export const originCheck: MiddlewareHandler = async (c, next) => {
  const url = new URL(c.req.url)
  if (c.req.method === 'GET' || c.req.method === 'HEAD' || ownProof.test(url.pathname))
    return next()
  const origin = c.req.header('Origin')
  const site = c.req.header('Sec-Fetch-Site')
  const allowed = origin
    ? origin === url.origin
    : site
      ? site === 'same-origin'
      : !hasSessionCookie(c.req.header('Cookie'))
  if (!allowed) {
    return c.text(
      'This form came from another site, so nothing was done. Go back, reload the page and try again.',
      403,
    )
  }
  await next()
}
