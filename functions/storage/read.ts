import { Hono } from 'hono'
import type { ServerEnv } from '#functions/server-env.ts'
import { findByLink, findOwn, findPublic } from './find-file.ts'
import { sendObject } from './send-object.ts'

/**
 * GET and HEAD /object/public/…, /object/authenticated/…, /object/sign/…?token= and
 * /object/{bucket}/…: a file.
 */
export const read = new Hono<ServerEnv>()
  .get('/public/:bucket/:path{.+}', async (c) => {
    const { object, path } = await findPublic(c)
    return sendObject(c, object, path)
  })
  .get('/authenticated/:bucket/:path{.+}', async (c) => {
    const { object, path } = await findOwn(c, { cookie: true })
    return asPrivate(await sendObject(c, object, path))
  })
  .get('/sign/:bucket/:path{.+}', async (c) => {
    const { object, path } = await findByLink(c)
    return asPrivate(await sendObject(c, object, path))
  })
  .get('/:bucket/:path{.+}', async (c) => {
    const { object, path } = await findOwn(c)
    return asPrivate(await sendObject(c, object, path))
  })

/** What not everyone may read is kept by nobody but its reader. */
export function asPrivate(answer: Response): Response {
  const control = answer.headers.get('Cache-Control') ?? ''
  const rest = control.replace(/\b(?:public|s-maxage=\d+)\b,?\s*/g, '').trim()
  answer.headers.set('Cache-Control', ['private', rest].filter(Boolean).join(', '))
  answer.headers.set('Vary', 'Authorization, Cookie')
  return answer
}
