import { findObject } from './object-queries.server.ts'
import { type PutObjectResult, putObject } from './put-object.server.ts'
import type { Shelf } from './stored-object.ts'

type At = { shelf: Shelf; bucketId: string; path: string }

/** Copies a file, also from one database to another. Refuses a path that is taken, and a source that is not there. */
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
  const source = await findObject(from.shelf, from.bucketId, from.path)
  const body = source && (await ctx.media.get(source.objectKey))
  if (!body) return { ok: false, reason: 'not_found' }
  const { contentType, cacheControl, width, height, placeholder, alt, metadata } = source
  const bytes = new Uint8Array(await body.arrayBuffer())
  return putObject(
    { ...ctx, ...to.shelf },
    {
      ...{ contentType, cacheControl, width, height, placeholder, alt, metadata, bytes, ownerId },
      bucketId: to.bucketId,
      path: to.path,
    },
    { upsert, folderBytes },
  )
}
