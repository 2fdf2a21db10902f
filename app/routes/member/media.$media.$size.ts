import type { LoaderFunctionArgs } from '@remix-run/cloudflare'
import { cacheSeconds } from '#app/domain/storage/buckets.ts'
import { formatFor } from '#app/domain/storage/render-parameters.ts'
import { maySeeHidden } from '#app/domain/training/exercise-page.server.ts'
import { findPhoto } from '#app/domain/training/exercise-queries.server.ts'
import { notFound, viewStudio } from '#app/http/guards.server.ts'
import { renderedImage } from '#app/http/pictures/rendered-image.server.ts'

/**
 * The sizes that photos are served in: cut to cover one (specification §7: 300x500), or whole, as
 * large as it fits. Our pages show movements whole.
 */
const sizes: Record<string, [width: number, height: number, resize: 'cover' | 'contain']> = {
  '300x500': [300, 500, 'cover'],
  '600x1000': [600, 1_000, 'cover'],
  '96x120': [96, 120, 'contain'],
  '480x600': [480, 600, 'contain'],
  '960x1200': [960, 1_200, 'contain'],
}

/**
 * A photo of an exercise in one of our sizes. Who may see the exercise may see it: that is
 * asked each time, the cutting is done once. The id in the address names the bytes, so a changed
 * photo has another address.
 */
export async function loader({
  params: { media = '', size = '' },
  request,
  context,
}: LoaderFunctionArgs) {
  const { app, ctx, viewer } = await viewStudio(context)
  const [width, height, resize] = (Object.hasOwn(sizes, size) && sizes[size]) || []
  if (!width || !height || !resize) throw notFound()
  const photo = await findPhoto(ctx, media)
  if (!photo || (!photo.published && !maySeeHidden(viewer))) throw notFound()

  // An answer that renews someone's session is nobody else's.
  const shared = photo.published && app.setCookies.length === 0
  const format = formatFor(request.headers.get('Accept') ?? '')
  const etag = `"${photo.object.version}-${size}-${format}"`
  const headers = new Headers({
    'Cache-Control': shared ? `public, max-age=${cacheSeconds}, immutable` : 'private, no-cache',
    'Cross-Origin-Resource-Policy': 'same-origin',
    ETag: etag,
    Vary: 'Accept',
  })
  const known = request.headers
    .get('If-None-Match')
    ?.split(',')
    .map((tag) => tag.trim().replace(/^W\//, ''))
  if (known?.includes(etag)) return new Response(null, { status: 304, headers })

  const parameters = { width, height, resize, quality: null, format } as const
  const rendered = await renderedImage(app, photo.object, parameters)
  if (!rendered.ok) throw notFound()
  headers.set('Content-Type', rendered.contentType)
  return new Response(rendered.body, { headers })
}
