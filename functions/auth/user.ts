import { Hono } from 'hono'
import type { ServerEnv } from '../server.ts'
import { requireBearer } from './callers.ts'
import { userObject } from './wire.ts'

/** GET /user: the bare user object. */
export const user = new Hono<ServerEnv>().get('/', async (c) => {
  const { account, parts } = await requireBearer(c)
  return c.json(userObject(account, parts))
})
