import { Hono } from 'hono'
import type { ServerEnv } from '#functions/server-env.ts'

/** GET /health: the service answers. */
export const health = new Hono<ServerEnv>().get('/', (c) =>
  c.json({
    version: c.env.BUILD_ID ?? 'development',
    name: 'Cadence Auth',
    description: 'Accounts of Cadence',
  }),
)
