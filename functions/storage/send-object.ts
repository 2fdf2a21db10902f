import type { StoredObject } from '#app/domain/storage/stored-object.ts'
import { askedRange } from '#app/http/downloads/asked-range.ts'
import type { StorageContext } from './callers.ts'
import { refusals } from './errors.ts'

/**
 * What a browser may show of itself; everything else is saved. Never HTML, SVG or XML on our own
 * origin.
 */
const shownInline =
  /^(?:image\/(?:jpeg|png|webp|avif|gif)|application\/pdf|text\/plain|(?:audio|video)\/[\w.+-]+)(?:;|$)/i

/** Answers a file: whole, a range of it, or that it has not changed. */
export async function sendObject(
  c: StorageContext,
  object: StoredObject,
  path: string,
): Promise<Response> {
  const headers = fileHeaders(object)
  headers.set('Content-Type', object.contentType)
  headers.set('Accept-Ranges', 'bytes')
  dispose(c, headers, object, path)
  if (notModified(c, object)) return new Response(null, { status: 304, headers })
  const range = askedRange(c.req.raw.headers, {
    bytes: object.bytes,
    known: [`"${object.etag}"`, new Date(object.updatedAtMs).toUTCString()],
  })
  if (range === 'unsatisfiable') {
    headers.set('Content-Range', `bytes */${object.bytes}`)
    headers.delete('Content-Type')
    return new Response(null, { status: 416, headers })
  }
  const found = await c.env.MEDIA.get(object.objectKey, range ? { range } : undefined)
  if (!found) throw refusals.noBytes()
  headers.set('Content-Length', String(range ? range.length : object.bytes))
  if (!range) return new Response(found.body, { headers })
  headers.set(
    'Content-Range',
    `bytes ${range.offset}-${range.offset + range.length - 1}/${object.bytes}`,
  )
  return new Response(found.body, { status: 206, headers })
}

/** Headers that a file and what is made from it share. */
export function fileHeaders({ cacheControl, etag, updatedAtMs }: StoredObject): Headers {
  return new Headers({
    'Cache-Control': cacheControl,
    ETag: `"${etag}"`,
    'Last-Modified': new Date(updatedAtMs).toUTCString(),
    'X-Robots-Tag': 'none',
    'Cross-Origin-Resource-Policy': 'cross-origin',
  })
}

/** Says whether the file is saved rather than shown, and under which name. */
export function dispose(
  c: StorageContext,
  headers: Headers,
  { contentType }: StoredObject,
  path: string,
): void {
  const download = c.req.query('download')
  if (download === undefined && shownInline.test(contentType)) return
  const name = download || (download === undefined ? (path.split('/').at(-1) ?? '') : '')
  const ascii = name.replace(/[^\x20-\x7e]|["\\]/g, '_')
  headers.set(
    'Content-Disposition',
    name ? `attachment; filename="${ascii}"; filename*=UTF-8''${encoded(name)}` : 'attachment;',
  )
}

const encoded = (text: string) =>
  encodeURIComponent(text).replace(
    /['()*]/g,
    (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`,
  )

/** Whether the caller holds this very version: by tag, or where no tag is sent by date. */
export function notModified(c: StorageContext, { etag, updatedAtMs }: StoredObject): boolean {
  const tags = c.req.header('If-None-Match')
  if (tags !== undefined) {
    return tags
      .split(',')
      .some((tag) => ['*', `"${etag}"`].includes(tag.trim().replace(/^W\//, '')))
  }
  const since = Date.parse(c.req.header('If-Modified-Since') ?? '')
  return Math.floor(updatedAtMs / 1000) * 1000 <= since
}
