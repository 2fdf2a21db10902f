/**
 * The two reads under /rest/v1, wire-compatible with PostgREST: no table but those published, no
 * write at all.
 */
import { Hono } from 'hono'
import { cors } from 'hono/cors'
import type { ServerEnv } from '#functions/server-env.ts'
import { answerError, RestError } from './errors.ts'
import { read } from './read.ts'

export const rest = new Hono<ServerEnv>()
  .use(
    // Programs add headers of their own (`global.headers`): whatever a browser asks for is allowed.
    cors({
      origin: '*',
      allowMethods: ['GET', 'HEAD'],
      exposeHeaders: ['Content-Range', 'Content-Profile', 'Content-Type', 'WWW-Authenticate'],
    }),
  )
  .route('/', read)
  .all('/:table', (c) => {
    throw new RestError(405, 'PGRST117', `Unsupported HTTP method: ${c.req.method}`, null, {
      Allow: 'GET, HEAD, OPTIONS',
    })
  })
  .all('/rpc/:name', () => {
    throw new RestError(404, 'PGRST202', 'Could not find the function in the schema cache')
  })
  .all('*', () => {
    throw new RestError(404, 'PGRST125', 'Invalid path specified in request URL')
  })

rest.onError(answerError)
