import { findObject } from './object-queries.server.ts'
import { type PutObjectResult, putObject } from './put-object.server.ts'
import type { StorageScope } from './stored-object.ts'

type At = { scope: StorageScope; bucketId: string; path: string }

/**
 * Copies a file, also from one database to another. Refuses a path that is taken, and a source that
 * is not there.
 */
export async function copyObject(
  ctx: { media: R2Bucket; nowMs: number },
  from: At,
  to: At,
  {
    upsert,
    ownerId,
    folderBytes,
  }: { upsert: boolean; ownerId: string | null; folderBytes?: number },
): Promise<PutObjectResult | { ok: false; reason: 'not_found' }> {
  const source = await findObject(from.scope, from.bucketId, from.path)
  const body = source && (await ctx.media.get(source.objectKey))
  if (!body) return { ok: false, reason: 'not_found' }
  const { contentType, cacheControl, width, height, placeholder, alt, metadata } = source
  const bytes = new Uint8Array(await body.arrayBuffer())
  return putObject(
    { ...ctx, ...to.scope },
    {
      contentType,
      cacheControl,
      width,
      height,
      placeholder,
      alt,
      metadata,
      bytes,
      ownerId,
      bucketId: to.bucketId,
      path: to.path,
    },
    { upsert, folderBytes },
  )
}
