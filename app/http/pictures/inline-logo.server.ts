import { studioDb } from '#app/db/connection.server.ts'
import { Meter } from '#app/db/meter.server.ts'
import type { Studio } from '#app/domain/scope/studio.ts'
import { type KeptImage, keptImage } from '#app/domain/storage/kept-image.ts'
import { findObject } from '#app/domain/storage/object-queries.server.ts'
import type { RenderParameters } from '#app/domain/storage/render-parameters.ts'
import type { RequestContext } from '../request-context.server.ts'
import { renderedImage } from './rendered-image.server.ts'

/** What a page has room for: a larger logo stays a file of its own. */
const mostBytes = 1_200

/** 28 px beside the studio's name, twice as fine. */
const size: RenderParameters = {
  width: 56,
  height: 56,
  resize: 'cover',
  quality: null,
  format: 'webp',
}

// By version, which changes with the bytes; empty for one that is too large.
const known = new Map<string, string>()
const mostKnown = 500

const keptSeconds = 30 * 86_400
const cacheKey = (version: string) => `https://cadence.internal/inline-logo/${version}`

/**
 * A studio's logo as pages of members carry it, so that a cold phone asks for nothing but the page:
 * a `data:` address, or what is kept of it where it is too large, or was never asked for near here.
 * Then it is made after the answer, once for each edge, so that no page waits for it.
 */
export async function inlineLogo(
  app: RequestContext,
  studio: Pick<Studio, 'id' | 'shard' | 'logo'>,
): Promise<string> {
  const image = keptImage(studio.logo)
  if (!image) return studio.logo
  const ready = known.get(image.version) ?? (await readKept(image.version))
  if (ready === null) app.waitUntil(makeInline(app, studio, image))
  return ready || studio.logo
}

async function readKept(version: string): Promise<string | null> {
  const kept = await edgeCache().match(cacheKey(version))
  return kept ? remember(version, await kept.text()) : null
}

async function makeInline(
  app: RequestContext,
  studio: Pick<Studio, 'id' | 'shard'>,
  { bucket, path, version }: KeptImage,
): Promise<void> {
  // Its trips are not the page's.
  const db = studioDb(app.env, studio, new Meter())
  const object = await findObject({ db, studioId: studio.id }, bucket, path)
  if (object?.version !== version) return
  const rendered = await renderedImage(app, object, size)
  if (!rendered.ok) return
  const bytes = new Uint8Array(await new Response(rendered.body).arrayBuffer())
  const data = `data:${rendered.contentType};base64,${btoa(String.fromCharCode(...bytes))}`
  const text = remember(version, data.length <= mostBytes ? data : '')
  await edgeCache().put(
    cacheKey(version),
    new Response(text, { headers: { 'Cache-Control': `public, max-age=${keptSeconds}` } }),
  )
}

function remember(version: string, text: string): string {
  if (known.size >= mostKnown) known.clear()
  known.set(version, text)
  return text
}

const edgeCache = () => (caches as unknown as { default: Cache }).default
