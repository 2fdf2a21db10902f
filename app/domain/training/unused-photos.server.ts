import { sql } from 'drizzle-orm'
import type { MediaContext } from '#app/domain/storage/media-context.ts'
import { removeObjects } from '#app/domain/storage/stray-objects.server.ts'

/** True for a stored picture that no photo shows but, perhaps, those of this exercise, or this one photo. */
export const onlyPhotoSql = (but: { exerciseId: string } | { mediaId: string }) => sql`NOT EXISTS (
  SELECT 1 FROM exercise_media m WHERE m.studio_id = objects.studio_id AND m.object_id = objects.id
    AND ${'exerciseId' in but ? sql`m.exercise_id <> ${but.exerciseId}` : sql`m.id <> ${but.mediaId}`})`

/** Removes a stored picture that no exercise shows. */
export async function removeUnusedPhoto(ctx: MediaContext, objectId: string): Promise<void> {
  await removeObjects(
    { ...ctx, studioId: ctx.studio.id },
    sql`id = ${objectId} AND ${onlyPhotoSql({ mediaId: '' })}`,
  )
}
