import { readBytes } from '#app/values/read-bytes.ts'
import type { StorageContext } from './callers.ts'
import { refusals } from './errors.ts'
import { readMultipart, text } from './multipart.ts'

export type Upload = {
  bytes: Uint8Array<ArrayBuffer>
  /** As it was declared; null where nobody said, or in no readable words. */
  contentType: string | null
  cacheControl: string
  metadata: Record<string, unknown>
}

/** What the parts of a form weigh beside the file. */
const formBytes = 64 * 1024

/**
 * A body that is too large is still taken off the wire, or the caller would lose the connection
 * before our answer.
 */
const drainedBytes = 160 * 1024 * 1024

const longestMetadata = 64 * 1024

/**
 * The file in the body, raw or as a form, read no further than `limit` bytes. Refuses what is too
 * large or cut off.
 */
export async function readUpload(c: StorageContext, limit: number): Promise<Upload> {
  const contentType = c.req.header('Content-Type') ?? ''
  const isForm = /^multipart\/form-data\b/i.test(contentType)
  const body = await readBody(c, isForm ? limit + formBytes : limit)
  const upload = isForm ? fromForm(body, contentType) : fromBody(c, body, contentType)
  if (upload.bytes.length > limit) throw refusals.tooLarge()
  return upload
}

async function readBody(c: StorageContext, limit: number): Promise<Uint8Array<ArrayBuffer>> {
  const message = c.req.header('Content-Length')
  const bytes = await readBytes(c.req.raw.body, limit, drainedBytes)
  if (!bytes) throw refusals.tooLarge()
  if (message !== undefined && Number(message) !== bytes.length)
    throw refusals.badRequest('The body ended early')
  return bytes
}

function fromBody(c: StorageContext, bytes: Uint8Array<ArrayBuffer>, contentType: string): Upload {
  const metadata = c.req.header('X-Metadata')
  return {
    bytes,
    contentType: headerText(contentType),
    cacheControl: headerText(c.req.header('Cache-Control')) ?? 'no-cache',
    metadata: metadata ? metadataFrom(() => utf8(atob(metadata))) : {},
  }
}

function fromForm(body: Uint8Array<ArrayBuffer>, contentType: string): Upload {
  const parts = readMultipart(body, contentType)
  if (!parts) throw refusals.badRequest('Unexpected end of multipart data')
  const file = parts.find(({ name }) => name === '') ?? parts.find(({ isFile }) => isFile)
  if (!file) throw refusals.badRequest('The form has no file')
  const field = (wanted: string) => parts.find(({ name, isFile }) => name === wanted && !isFile)
  const [seconds, metadata] = [field('cacheControl'), field('metadata')]
  const life = seconds && text(seconds.bytes)
  return {
    bytes: file.bytes,
    contentType: headerText(file.contentType),
    cacheControl: life && /^\d{1,10}$/.test(life) ? `max-age=${life}` : 'no-cache',
    metadata: metadata ? metadataFrom(() => text(metadata.bytes)) : {},
  }
}

/** A text that may be in a header of an answer; null for any other. */
const headerText = (text: string | undefined) =>
  text && /^[\x20-\x7e]{1,200}$/.test(text) ? text : null

const utf8 = (binary: string) =>
  new TextDecoder().decode(Uint8Array.from(binary, (char) => char.charCodeAt(0)))

function metadataFrom(text: () => string): Record<string, unknown> {
  try {
    const message = text()
    const parsed: unknown = message.length > longestMetadata ? null : JSON.parse(message)
    if (typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed))
      return parsed as Record<string, unknown>
  } catch {
    // Falls through to the refusal.
  }
  throw refusals.badRequest('The metadata is no JSON object')
}
