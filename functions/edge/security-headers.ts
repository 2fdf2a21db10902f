import type { MiddlewareHandler } from 'hono'

/**
 * For answers that are no page: nothing may run, load or frame. Pages bring their own policy with
 * hashes.
 */
const closedPolicy =
  "default-src 'none'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"

/**
 * Headers of every answer. Whatever did not say how it may be cached is private and not stored, so
 * that nothing of a session is ever kept by mistake. `same-origin` and not `no-referrer`, which
 * would blank the Origin of our own forms.
 */
export const securityHeaders: MiddlewareHandler = async (c, next) => {
  await next()
  const headers = c.res.headers
  headers.set('X-Content-Type-Options', 'nosniff')
  headers.set('Referrer-Policy', 'same-origin')
  headers.set('Cross-Origin-Opener-Policy', 'same-origin')
  headers.set('Permissions-Policy', 'camera=(self), microphone=(), geolocation=()')
  if (!headers.has('Content-Security-Policy')) headers.set('Content-Security-Policy', closedPolicy)
  if (!headers.has('Cache-Control')) headers.set('Cache-Control', 'private, no-store')
  if (new URL(c.req.url).protocol === 'https:') {
    headers.set('Strict-Transport-Security', 'max-age=31536000; includeSubDomains')
  }
}
