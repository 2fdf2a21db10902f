/**
 * The storage service under /storage/v1, wire-compatible with Supabase Storage: handlers parse and
 * shape, rules are in the domain.
 */
import { Hono } from 'hono'
import { cors } from 'hono/cors'
import type { ServerEnv } from '#functions/server-env.ts'
import { buckets } from './buckets.ts'
import { answerError, refusals } from './errors.ts'
import { info } from './info.ts'
import { list } from './list.ts'
import { move } from './move.ts'
import { read } from './read.ts'
import { remove } from './remove.ts'
import { portrait, render } from './render.ts'
import { sign } from './sign.ts'
import { upload } from './upload.ts'

/** What a browser asks for in order to run it, or to let it change how a page looks. */
const runs: ReadonlySet<string> = new Set([
  'script',
  'style',
  'worker',
  'sharedworker',
  'serviceworker',
  'audioworklet',
  'paintworklet',
  'xslt',
  'json',
  'object',
  'embed',
  'frame',
  'iframe',
])

// The order matters: `/object/list/x` is also the address of a file `x` in a bucket called `list`.
export const storage = new Hono<ServerEnv>()
  .use(
    // Programs add headers of their own (`global.headers`): whatever a browser asks for is allowed.
    cors({
      origin: '*',
      allowMethods: ['GET', 'HEAD', 'POST', 'PUT', 'DELETE'],
      exposeHeaders: [
        'Accept-Ranges',
        'Content-Disposition',
        'Content-Length',
        'Content-Range',
        'ETag',
        'X-Transformations',
      ],
    }),
  )
  .use(async (c, next) => {
    // Pages allow scripts of their own origin, and files are of it: what somebody stored runs in
    // none of them. Content-Disposition does not stop that, and programs elsewhere may have theirs.
    const wanted = c.req.header('Sec-Fetch-Dest') ?? ''
    if (c.req.header('Sec-Fetch-Site') === 'same-origin' && runs.has(wanted))
      throw refusals.noRoute(c.req.method)
    await next()
  })
  .route('/bucket', buckets)
  .route('/object/list', list)
  .all('/object/list-v2/*', () => {
    throw refusals.noNewerList()
  })
  .route('/object/info', info)
  .route('/object', sign)
  .route('/object', move)
  .route('/object', read)
  .route('/object', remove)
  .route('/object', upload)
  .route('/render/image', render)
  .route('/render/portrait', portrait)
  .all('*', (c) => {
    throw refusals.noRoute(c.req.method)
  })

storage.onError(answerError)
