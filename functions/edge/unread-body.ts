import type { MiddlewareHandler } from 'hono'

/** What a person may send by mistake; anything larger may lose its connection. */
const worthReading = 2 * 1024 * 1024

/**
 * Reads to its end, and throws away, a body that the answer had no use for, such as a form that was
 * refused before it was read: otherwise the runtime closes the connection under the answer or under
 * the caller's next request on it.
 */
export const unreadBody: MiddlewareHandler = async (c, next) => {
  await next()
  const { body, bodyUsed } = c.req.raw
  if (
    !body ||
    bodyUsed ||
    Number(c.req.header('Content-Length') ?? worthReading + 1) > worthReading
  )
    return
  // A caller who has gone meanwhile misses nothing.
  await body.pipeTo(new WritableStream()).catch(() => undefined)
}
