import type { Context } from 'hono'
import type { ServerEnv } from '../server-env.ts'

/** The build's own name of the file, in the list that the build writes beside it. */
const listed = 'https://assets.internal/assets/service-worker.txt'

/**
 * The service worker at the one address that may serve the whole site. Looked at again by browsers,
 * so that a new one is taken at once; it may ask our own server and nothing else.
 */
export async function serviceWorker(c: Context<ServerEnv>): Promise<Response> {
  const name = await c.env.ASSETS.fetch(listed)
  const file =
    name.status === 200 ? await c.env.ASSETS.fetch(new URL(await name.text(), listed)) : name
  if (file.status !== 200) return c.text('There is no such file.', 404)
  return new Response(file.body, {
    headers: {
      'Content-Type': 'text/javascript; charset=utf-8',
      'Cache-Control': 'no-cache',
      'Content-Security-Policy': "default-src 'none'; connect-src 'self'",
    },
  })
}
