import { encodePng } from '#app/values/drawing/png.ts'
import { iconPicture, type Look, sharePicture } from '#app/values/drawing/studio-picture.ts'
import { notFound } from '../guards.server.ts'
import type { RequestContext } from '../request-context.server.ts'

/** The address changes with the look. */
const keptSeconds = 7 * 86_400

/** Sides of an icon in pixels: for a phone's own list of apps, and for a manifest. */
const sides = ['180', '192', '512']

/**
 * A picture of a look by its file's name, `share.png` or `icon-180.png`; drawn once for each edge.
 * Any other name is 404.
 */
export async function lookPicture(
  app: RequestContext,
  file: string | undefined,
  look: Look,
): Promise<Response> {
  const side = /^icon-(\d+)\.png$/.exec(file ?? '')?.[1]
  if (file !== 'share.png' && !sides.includes(side ?? '')) throw notFound()
  const drawn = JSON.stringify([file, look])
  const answer = await keptAnswer(app, `look/${encodeURIComponent(drawn)}`, async () =>
    encodePng(side ? iconPicture(look, Number(side)) : sharePicture(look)),
  )
  answer.headers.set('Content-Type', 'image/png')
  // Other sites show it beside a link.
  answer.headers.set('Cross-Origin-Resource-Policy', 'cross-origin')
  return answer
}

/** What `make` makes, kept at this edge under `key`. */
export async function keptAnswer(
  app: RequestContext,
  key: string,
  make: () => Promise<Uint8Array<ArrayBuffer>>,
): Promise<Response> {
  const headers = { 'Cache-Control': `public, max-age=${keptSeconds}` }
  const cache = (caches as unknown as { default: Cache }).default
  const address = `https://cadence.internal/${key}`
  const kept = await cache.match(address)
  if (kept) return new Response(kept.body, { headers })
  const bytes = await make()
  app.waitUntil(cache.put(address, new Response(bytes, { headers })))
  return new Response(bytes, { headers })
}
