import type { MiddlewareHandler } from 'hono'

/**
 * Longer paths and deeper ones than any page has; refused before routing, which is slow on absurd
 * depths.
 */
const longestPath = 1_500
const deepestPath = 16

const pageMethods = new Set(['GET', 'HEAD', 'POST', 'OPTIONS'])
const apiPrefixes = /^\/(auth|storage|rest|api|dev|webhooks)\//

/**
 * Refuses what no page of ours is asked for, before any work: absurd paths (the v6 router is slow
 * on them), paths that a router would turn into a redirect to another host, broken escapes, and
 * methods that pages do not have.
 */
export const requestShape: MiddlewareHandler = async (c, next) => {
  const { pathname } = new URL(c.req.url)
  if (pathname.length > longestPath) return c.text('That address is too long.', 414)
  // Programs read JSON and need CORS on errors too, and files may lie deep with names that no page
  // has: these edges judge addresses themselves, and redirect to none.
  if (/^\/(auth|storage|rest)\/v1\//.test(pathname)) return next()
  if (pathname.split('/').length > deepestPath || strange(pathname))
    return c.text('There is no such page.', 404)
  if (!apiPrefixes.test(pathname) && !pageMethods.has(c.req.method)) {
    return c.text('Pages answer GET and POST.', 405, { Allow: 'GET, HEAD, POST' })
  }
  await next()
}

/** `//host`, `/\host` and control characters, also when escaped; and escapes that do not decode. */
function strange(pathname: string): boolean {
  let decoded: string
  try {
    decoded = decodeURIComponent(pathname)
  } catch {
    return true
  }
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are refused here.
  return /\/\/|\\|[\u0000-\u001f\u007f]/.test(decoded)
}
