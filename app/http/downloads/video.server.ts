import { notFound } from '../guards.server.ts'
import { askedRange } from './asked-range.ts'

/**
 * Answers a video: whole, the part that is asked for (206), or that there is no such part (416).
 * Its tag is of the key of its bytes, which another file never has. Only what everyone may look up
 * is kept by a cache of theirs.
 */
export async function videoAnswer(
  media: R2Bucket,
  request: Request,
  file: { objectKey: string; contentType: string; bytes: number },
  { everyone }: { everyone: boolean },
): Promise<Response> {
  const etag = `"${file.objectKey.slice(-16)}"`
  const headers = new Headers({
    'Content-Type': file.contentType,
    'Accept-Ranges': 'bytes',
    'Content-Disposition': 'inline',
    'Cache-Control': everyone ? 'public, max-age=3600' : 'private, no-store',
    'Cross-Origin-Resource-Policy': 'same-origin',
    'X-Robots-Tag': 'none',
    ETag: etag,
  })
  const range = askedRange(request.headers, { bytes: file.bytes, known: [etag] })
  if (range === 'unsatisfiable') {
    headers.set('Content-Range', `bytes */${file.bytes}`)
    headers.delete('Content-Type')
    return new Response(null, { status: 416, headers })
  }
  const length = range ? range.length : file.bytes
  headers.set('Content-Length', String(length))
  if (range) {
    const last = range.offset + length - 1
    headers.set('Content-Range', `bytes ${range.offset}-${last}/${file.bytes}`)
  }
  const status = range ? 206 : 200
  if (request.method === 'HEAD') return new Response(null, { status, headers })
  const found = await media.get(file.objectKey, range ? { range } : undefined)
  if (!found) throw notFound()
  return new Response(found.body, { status, headers })
}
