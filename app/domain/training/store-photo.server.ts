import { sql } from 'drizzle-orm'
import { changed } from '#app/db/batch.server.ts'
import { fileBucket } from '#app/domain/storage/buckets.ts'
import { keptType } from '#app/domain/storage/encode-image.server.ts'
import { type ImageRefusal, readImageHeader } from '#app/domain/storage/image-header.ts'
import type { MediaContext } from '#app/domain/storage/media-context.ts'
import { imageNameFor } from '#app/domain/storage/object-name.ts'
import { findObject } from '#app/domain/storage/object-queries.server.ts'
import { storeImage } from '#app/domain/storage/store-image.server.ts'
import { newId } from '#app/values/id.ts'
import { removeUnusedPhoto } from './import/unused-photos.server.ts'

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
  | { ok: false; reason: ImageRefusal | 'not_found' }

/** Photos of hidden exercises are hidden too, so they lie where nobody reads by path alone. */
const folder = 'exercises'

/**
 * Adds a photo to an exercise, behind those it has. The same file is kept once for an exercise, and
 * its bytes once for the studio: it is named after its content. Refuses what `storeImage` refuses.
 */
export async function storePhoto(
  ctx: MediaContext,
  exerciseId: string,
  file: PhotoFile,
): Promise<StorePhotoResult> {
  const { db, studio, now } = ctx
  const stored = await pictureOf(ctx, file)
  if (!stored.ok) return stored
  const added = await db.run(sql`
    INSERT INTO exercise_media (id, studio_id, exercise_id, position, object_id, alt, source,
      licence, import_id, created_at)
    SELECT ${newId()}, ${studio.id}, exercise.id,
      (SELECT coalesce(max(position) + 1, 0) FROM exercise_media AS photo
        WHERE photo.studio_id = exercise.studio_id AND photo.exercise_id = exercise.id),
      object.id, ${file.alt.slice(0, 200)}, ${file.source.slice(0, 200)},
      ${file.licence.slice(0, 80)}, ${file.importId ?? ''}, ${now}
    FROM exercises AS exercise
    JOIN objects AS object ON object.studio_id = exercise.studio_id AND object.id = ${stored.id}
    WHERE exercise.studio_id = ${studio.id} AND exercise.id = ${exerciseId}
    ON CONFLICT (studio_id, exercise_id, object_id) DO NOTHING`)
  if (changed(added) > 0) return { ok: true, outcome: 'stored' }
  const [there] = await db.all(
    sql`SELECT 1 FROM exercises WHERE studio_id = ${studio.id} AND id = ${exerciseId}`,
  )
  if (there) return { ok: true, outcome: 'already_there' }
  await removeUnusedPhoto(ctx, stored.id)
  return { ok: false, reason: 'not_found' }
}

/** The stored picture of a file: the one that is already there, or a new one. */
async function pictureOf(
  ctx: MediaContext,
  { bytes, alt }: PhotoFile,
): Promise<{ ok: true; id: string } | { ok: false; reason: ImageRefusal }> {
  const digest = (await hexDigest(bytes)).slice(0, 32)
  const name = imageNameFor(digest, keptType(readImageHeader(bytes)?.contentType ?? ''))
  const scope = { ...ctx, studioId: ctx.studio.id }
  const known = await findObject(scope, fileBucket, `${ctx.studio.id}/${folder}/${name}`)
  if (known) return { ok: true, id: known.id }
  const stored = await storeImage(ctx, { folder, file: { name, bytes }, alt, bucket: fileBucket })
  return stored.ok ? { ok: true, id: stored.value.id } : stored
}

async function hexDigest(bytes: Uint8Array): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', bytes as Uint8Array<ArrayBuffer>)
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('')
}
