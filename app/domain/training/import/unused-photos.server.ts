import { sql } from 'drizzle-orm'
import type { MediaContext } from '#app/domain/storage/media-context.ts'
import { removeObjects } from '#app/domain/storage/stray-objects.server.ts'

/**
 * True for a stored picture that no photo shows but, perhaps, those of this exercise, or this one
 * photo.
 */
export function onlyPhotoSql(but: { exerciseId: string } | { mediaId: string }) {
  const other =
    'exerciseId' in but
      ? sql`photo.exercise_id <> ${but.exerciseId}`
      : sql`photo.id <> ${but.mediaId}`
  return sql`NOT EXISTS (
    SELECT 1 FROM exercise_media AS photo
    WHERE photo.studio_id = objects.studio_id AND photo.object_id = objects.id AND ${other})`
}

/** Removes a stored picture that no exercise shows. */
export async function removeUnusedPhoto(ctx: MediaContext, objectId: string): Promise<void> {
  await removeObjects(
    { ...ctx, studioId: ctx.studio.id },
    sql`id = ${objectId} AND ${onlyPhotoSql({ mediaId: '' })}`,
  )
}
