import type { LoaderFunctionArgs } from '@remix-run/cloudflare'
import { coverPhoto, isPhotoSize } from '#app/domain/training/encode-photo.server.ts'
import { maySeeHidden } from '#app/domain/training/exercise-page.server.ts'
import { findPhoto } from '#app/domain/training/exercise-queries.server.ts'
import { notFound, viewStudio } from '#app/http/guards.server.ts'

/** Specification §9. The id in the address names the bytes, so a changed photo has another address. */
const keptSeconds = 3_600

/**
 * A photo of an exercise, cut to one of our sizes. Who may see the exercise may see it: that is asked each time, the
 * cutting is done once.
 */
export async function loader({ params: { media = '', size = '' }, request, context }: LoaderFunctionArgs) {
  const { app, ctx, viewer } = await viewStudio(context)
  if (!isPhotoSize(size)) throw notFound()
  const photo = await findPhoto(ctx, media)
  if (!photo || (!photo.published && !maySeeHidden(viewer))) throw notFound()

  // An answer that renews somebody's session is nobody else's.
  const shared = photo.published && app.setCookies.length === 0
  const etag = `"${media}-${size}"`
  const headers = new Headers({
    'Cache-Control': shared ? `public, max-age=${keptSeconds}` : 'private, no-cache',
    'Content-Type': 'image/webp',
    'Cross-Origin-Resource-Policy': 'same-origin',
    ETag: etag,
  })
  const known = request.headers
    .get('If-None-Match')
    ?.split(',')
    .map((tag) => tag.trim().replace(/^W\//, ''))
  if (known?.includes(etag)) return new Response(null, { status: 304, headers })

  const cache = (caches as unknown as { default: Cache }).default
  const key = `https://cadence.internal/photos/${photo.objectKey}/${size}`
  const kept = await cache.match(key)
  if (kept) return new Response(kept.body, { headers })
  const object = await app.env.MEDIA.get(photo.objectKey)
  if (!object) throw notFound()
  const cut = await coverPhoto(app.env.IMAGES, object.body, size)
  const bytes = await cut.arrayBuffer()
  const copy = new Response(bytes, {
    headers: { 'Content-Type': 'image/webp', 'Cache-Control': `public, max-age=${30 * 86_400}` },
  })
  app.waitUntil(cache.put(key, copy))
  return new Response(bytes, { headers })
}
