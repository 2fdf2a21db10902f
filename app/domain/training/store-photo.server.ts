import { sql } from 'drizzle-orm'
import { changed, type Statement } from '#app/db/batch.server.ts'
import type { StudioContext } from '#app/domain/studios/contexts.ts'
import { newId, randomCharacters } from '#app/values/id.ts'
import { encodePhoto } from './encode-photo.server.ts'
import type { PhotoRefusal } from './image-header.ts'
import type { MediaContext } from './media-store.ts'

export type PhotoFile = {
  bytes: Uint8Array
  alt: string
  source: string
  licence: string
  /** The import that brings it, so that it can be counted by its row. */
  importId?: string
}

export type StorePhotoResult =
  | { ok: true; outcome: 'stored' | 'already_there' }
  | { ok: false; reason: PhotoRefusal | 'not_found' }

type Kept = { exerciseId: string; objectKey: string; contentType: string; width: number; height: number; bytes: number }

/**
 * Adds a photo to an exercise, behind those it has. The same file is kept once for an exercise, and its bytes once for
 * the studio. Refuses what is no JPEG, PNG or WebP by its content, what is larger than 20 MB or 100 megapixels, and
 * what cannot be decoded.
 */
export async function storePhoto(ctx: MediaContext, exerciseId: string, file: PhotoFile): Promise<StorePhotoResult> {
  const { db, studio, now } = ctx
  const sha256 = await hexDigest(file.bytes)
  const twins = await db.all<Kept>(sql`
    SELECT exercise_id AS exerciseId, object_key AS objectKey, content_type AS contentType, width, height, bytes
    FROM exercise_media WHERE studio_id = ${studio.id} AND sha256 = ${sha256}`)
  if (twins.some((twin) => twin.exerciseId === exerciseId)) return { ok: true, outcome: 'already_there' }
  const kept = twins[0] ?? (await keep(ctx, file.bytes))
  if ('ok' in kept) return kept
  const added = await db.run(sql`
    INSERT INTO exercise_media (id, studio_id, exercise_id, position, object_key, content_type, width, height, bytes,
      alt, source, licence, sha256, import_id, created_at)
    SELECT ${newId()}, ${studio.id}, e.id,
      (SELECT coalesce(max(position) + 1, 0) FROM exercise_media m WHERE m.studio_id = e.studio_id AND m.exercise_id = e.id),
      ${kept.objectKey}, ${kept.contentType}, ${kept.width}, ${kept.height}, ${kept.bytes},
      ${file.alt.slice(0, 200)}, ${file.source.slice(0, 200)}, ${file.licence.slice(0, 80)}, ${sha256}, ${file.importId ?? ''}, ${now}
    FROM exercises e WHERE e.studio_id = ${studio.id} AND e.id = ${exerciseId}
    ON CONFLICT (studio_id, exercise_id, sha256) DO NOTHING`)
  if (changed(added) > 0) return { ok: true, outcome: 'stored' }
  if (!twins[0]) await ctx.media.delete(kept.objectKey)
  const [there] = await db.all(sql`SELECT 1 FROM exercises WHERE studio_id = ${studio.id} AND id = ${exerciseId}`)
  return there ? { ok: true, outcome: 'already_there' } : { ok: false, reason: 'not_found' }
}

async function keep(
  { media, images }: MediaContext,
  bytes: Uint8Array,
): Promise<Omit<Kept, 'exerciseId'> | { ok: false; reason: PhotoRefusal }> {
  const encoded = await encodePhoto(images, bytes)
  if (!encoded.ok) return encoded
  const { bytes: written, facts } = encoded.photo
  const objectKey = `photos/${randomCharacters(32)}`
  await media.put(objectKey, written, { httpMetadata: { contentType: facts.contentType } })
  return { objectKey, ...facts, bytes: written.length }
}

async function hexDigest(bytes: Uint8Array): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', bytes as Uint8Array<ArrayBuffer>)
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** Bytes that no photo of the studio refers to any more; for the R2 delete behind a batch that removed rows. */
export function orphanedObjectsStatement(
  { db, studio }: StudioContext,
  objectKeys: readonly string[],
): Statement<{ objectKey: string }[]> {
  return db.all<{ objectKey: string }>(sql`
    SELECT value AS objectKey FROM json_each(${JSON.stringify(objectKeys)})
    WHERE NOT EXISTS (SELECT 1 FROM exercise_media WHERE studio_id = ${studio.id} AND object_key = value)`)
}
