import { Hono } from 'hono'
import { secretOf } from '#app/domain/identity/variables.ts'
import { bucketOfFolder, cacheSeconds } from '#app/domain/storage/buckets.ts'
import { isPortraitLink } from '#app/domain/storage/portrait-link.server.ts'
import { parseRenderParameters, transformationsOf } from '#app/domain/storage/render-parameters.ts'
import { renderedImage } from '#app/http/pictures/rendered-image.server.ts'
import type { ServerEnv } from '#functions/server-env.ts'
import type { StorageContext } from './callers.ts'
import { refusals } from './errors.ts'
import { type Found, findBehindLink, findByLink, findOwn, findPublic } from './find-file.ts'
import { asPrivate } from './read.ts'
import { dispose, fileHeaders, notModified } from './send-object.ts'

/** GET /render/image/public/…, /authenticated/… and /sign/…: a picture at another size. */
export const render = new Hono<ServerEnv>()
  .get('/public/:bucket/:path{.+}', async (c) => send(c, await findPublic(c), c.req.query()))
  .get('/authenticated/:bucket/:path{.+}', async (c) =>
    asPrivate(await send(c, await findOwn(c, { cookie: true }), c.req.query())),
  )
  .get('/sign/:bucket/:path{.+}', async (c) => {
    const found = await findByLink(c)
    return asPrivate(await send(c, found, found.transform ?? {}))
  })

async function send(
  c: StorageContext,
  { object, path }: Found,
  query: Record<string, string>,
): Promise<Response> {
  const parsed = parseRenderParameters(query, c.req.header('Accept') ?? '')
  if (!parsed.ok) throw refusals.badRequest(`querystring/${parsed.parameter} is not valid`)
  const headers = fileHeaders(object)
  headers.set('Vary', 'Accept')
  // An address that names this version says the same for ever.
  if (query.v === object.version)
    headers.set('Cache-Control', `public, max-age=${cacheSeconds}, immutable`)
  headers.set('X-Transformations', transformationsOf(parsed.value))
  if (c.req.query('download') !== undefined) dispose(c, headers, object, path)
  if (notModified(c, object)) return new Response(null, { status: 304, headers })
  const rendered = await renderedImage(c.var.app, object, parsed.value)
  if (!rendered.ok) throw rendered.reason === 'not_found' ? refusals.noBytes() : refusals.slowDown()
  headers.set('Content-Type', rendered.contentType)
  return new Response(rendered.body, { headers })
}

/** The sides that pages show portraits at; twice of them for finer screens. */
const portraitSides = new Set(['96', '160', '192', '320'])

/**
 * GET /render/portrait/…?v=&until=&key=&side=: somebody's portrait, by the link that a page of ours
 * was given. It shows this version and no other: one that was replaced or taken away is not there,
 * and neither is what the link does not say.
 */
export const portrait = new Hono<ServerEnv>().get('/:path{.+}', async (c) => {
  const { app } = c.var
  const { v = '', until = '', key = '', side = '' } = c.req.query()
  const path = c.req.param('path')
  const signer = { secret: secretOf(app.env, 'COOKIE_SECRET'), nowMs: app.nowMs }
  if (!isPortraitLink(signer, { path, version: v, until }, key)) throw refusals.noObject()
  const found = await findBehindLink(c, bucketOfFolder('people'), path)
  if (found.object.version !== v) throw refusals.noObject()
  const shown = portraitSides.has(side) ? side : '160'
  return asPrivate(await send(c, found, { v, width: shown, height: shown }))
})
