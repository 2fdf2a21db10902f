import type { StoredFile } from '#app/domain/files/folders-and-links.server.ts'
import { showsInline } from '#app/domain/files/judge-file.ts'
import { notFound } from '../guards.server.ts'

const encoded = (text: string) =>
  encodeURIComponent(text).replace(
    /['()*]/g,
    (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`,
  )

/**
 * Answers a file of the library under its own name, never to be kept by a cache. What a browser
 * could run is saved, not shown, and what is shown runs nothing.
 */
export async function storedFileAnswer(
  media: R2Bucket,
  file: StoredFile | null,
): Promise<Response> {
  const found = file && (await media.get(file.objectKey))
  if (!file || !found) throw notFound()
  const ascii = file.name.replace(/[^\x20-\x7e]|["\\]/g, '_')
  const how = showsInline(file.contentType) ? 'inline' : 'attachment'
  return new Response(found.body, {
    headers: {
      'Content-Type': file.contentType,
      'Content-Length': String(file.bytes),
      'Content-Disposition': `${how}; filename="${ascii}"; filename*=UTF-8''${encoded(file.name)}`,
      'Content-Security-Policy':
        "sandbox; default-src 'none'; style-src 'unsafe-inline'; media-src 'self'; img-src 'self'",
      'Cache-Control': 'private, no-store',
      'X-Robots-Tag': 'none',
    },
  })
}
