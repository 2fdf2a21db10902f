import { renderedType, renderImage } from '#app/domain/storage/render-image.server.ts'
import { isKept, type RenderParameters, renderName } from '#app/domain/storage/render-parameters.ts'
import type { StoredObject } from '#app/domain/storage/stored-object.ts'
import { identityContext } from '../identity-context.server.ts'
import type { RequestContext } from '../request-context.server.ts'

const keptSeconds = 30 * 86_400

export type RenderedAnswer =
  | { ok: true; body: BodyInit; contentType: string }
  | { ok: false; reason: 'not_found' | 'too_many_requests' }

/**
 * A stored picture at another size, made at most once for each edge. Who may see it has been asked
 * before: what is kept is found by the random key of the bytes. Sizes that no page of ours asks for
 * count against the caller's address.
 */
export async function renderedImage(
  app: RequestContext,
  object: StoredObject,
  parameters: RenderParameters,
): Promise<RenderedAnswer> {
  const contentType = renderedType(object, parameters)
  if (!contentType) return { ok: false, reason: 'not_found' }
  const cache = (caches as unknown as { default: Cache }).default
  const key = `https://cadence.internal/${object.objectKey}/${renderName(parameters)}`
  const kept = await cache.match(key)
  if (kept?.body) return { ok: true, body: kept.body, contentType }
  if (!isKept(parameters) && !(await identityContext(app).addressMay('render'))) {
    return { ok: false, reason: 'too_many_requests' }
  }
  const rendered = await renderImage(
    { media: app.env.MEDIA, images: app.env.IMAGES },
    object,
    parameters,
  )
  if (!rendered) return { ok: false, reason: 'not_found' }
  const copy = new Response(rendered.bytes, {
    headers: { 'Content-Type': contentType, 'Cache-Control': `public, max-age=${keptSeconds}` },
  })
  app.waitUntil(cache.put(key, copy))
  return { ok: true, body: rendered.bytes, contentType }
}
