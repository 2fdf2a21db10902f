import type * as z from 'zod'
import type { Bucket } from '#app/domain/storage/bucket-queries.server.ts'
import type { StoredObject } from '#app/domain/storage/stored-object.ts'
import { readText } from '#app/values/read-bytes.ts'
import type { StorageContext } from './callers.ts'
import { refusals } from './errors.ts'

const instant = (ms: number) => new Date(ms).toISOString()

const jsonLimit = 1024 * 1024

/**
 * Reads a JSON body; what does not fit the schema is a schema error of the contract. An empty body
 * is an empty object.
 */
export async function readJson<Schema extends z.ZodType>(
  c: StorageContext,
  schema: Schema,
): Promise<z.output<Schema>> {
  if (Number(c.req.header('Content-Length') ?? 0) > jsonLimit) throw refusals.tooLarge()
  const text = await readText(c.req.raw.body, jsonLimit)
  if (text === null) throw refusals.tooLarge()
  let body: unknown
  try {
    body = text === '' ? {} : JSON.parse(text)
  } catch {
    throw refusals.badRequest('The body is no JSON')
  }
  const parsed = schema.safeParse(body)
  if (parsed.success) return parsed.data
  const { path, message } = parsed.error.issues[0] ?? { path: [], message: 'invalid' }
  throw refusals.badRequest(`body/${path.join('/')} ${message}`)
}

/** A file's facts as lists have them. */
export function metadataOf({ etag, bytes, contentType, cacheControl, updatedAtMs }: StoredObject) {
  return {
    eTag: `"${etag}"`,
    size: bytes,
    mimetype: contentType,
    cacheControl,
    lastModified: instant(updatedAtMs),
    contentLength: bytes,
    httpStatusCode: 200,
  }
}

/** A row as removals answer it; `name` is the path as the caller spelt it. */
export function rowOf(object: StoredObject, name: string) {
  return {
    name,
    bucket_id: object.bucketId,
    owner: object.ownerId ?? '',
    owner_id: object.ownerId ?? '',
    id: object.id,
    version: object.version,
    updated_at: instant(object.updatedAtMs),
    created_at: instant(object.createdAtMs),
    last_accessed_at: instant(object.updatedAtMs),
    metadata: metadataOf(object),
    user_metadata: object.metadata,
  }
}

/** A line of a list; a folder has a name and nothing else. */
export function listedOf(name: string, object: StoredObject | null) {
  if (!object)
    return {
      name,
      id: null,
      updated_at: null,
      created_at: null,
      last_accessed_at: null,
      metadata: null,
    }
  const { id, updated_at, created_at, last_accessed_at, metadata } = rowOf(object, name)
  return { name, id, updated_at, created_at, last_accessed_at, metadata }
}

export function infoOf(object: StoredObject, name: string) {
  return {
    id: object.id,
    name,
    version: object.version,
    bucket_id: object.bucketId,
    size: object.bytes,
    content_type: object.contentType,
    cache_control: object.cacheControl,
    etag: `"${object.etag}"`,
    metadata: object.metadata,
    last_modified: instant(object.updatedAtMs),
    created_at: instant(object.createdAtMs),
  }
}

export function bucketOf({
  id,
  public: open,
  fileSizeLimit,
  allowedMimeTypes,
  createdAtMs,
  updatedAtMs,
}: Bucket) {
  return {
    id,
    name: id,
    owner: '',
    public: open,
    file_size_limit: fileSizeLimit,
    allowed_mime_types: allowedMimeTypes,
    created_at: instant(createdAtMs),
    updated_at: instant(updatedAtMs),
  }
}
