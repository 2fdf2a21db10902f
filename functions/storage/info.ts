import { Hono } from 'hono'
import type { ServerEnv } from '#functions/server-env.ts'
import { findOwn, findPublic } from './find-file.ts'
import { infoOf } from './wire.ts'

/** GET /object/info/…: what is known of a file. */
export const info = new Hono<ServerEnv>()
  .get('/public/:bucket/:path{.+}', async (c) => {
    const { object, path } = await findPublic(c)
    return c.json(infoOf(object, path))
  })
  .get('/authenticated/:bucket/:path{.+}', async (c) => {
    const { object, path } = await findOwn(c)
    return c.json(infoOf(object, path))
  })
  .get('/:bucket/:path{.+}', async (c) => {
    const { object, path } = await findOwn(c)
    return c.json(infoOf(object, path))
  })
