import { sql } from 'drizzle-orm'
import { batch, changed } from '#app/db/batch.server.ts'
import { auditStatement, rightAfterChange } from '#app/domain/operations/audit.server.ts'
import type { StaffContext } from '#app/domain/studios/staff-context.ts'
import type { MediaContext } from './media-store.ts'
import { orphanedObjectsStatement } from './store-photo.server.ts'

export type DeleteExerciseResult = { ok: true; name: string } | { ok: false; reason: 'not_found' | 'published' }

/**
 * Deletes an exercise with its photos. Refuses one that members see: it is hidden first, which can be taken back, while
 * this cannot.
 */
export async function deleteExercise(
  ctx: MediaContext & StaffContext,
  exerciseId: string,
): Promise<DeleteExerciseResult> {
  const { db, studio } = ctx
  const here = sql`studio_id = ${studio.id} AND id = ${exerciseId}`
  const parts = sql`studio_id = ${studio.id} AND exercise_id = ${exerciseId}
    AND NOT EXISTS (SELECT 1 FROM exercises WHERE ${here})`
  const { before, remove, photos } = await batch(db, {
    before: db.all<{ name: string }>(sql`SELECT name FROM exercises WHERE ${here}`),
    photos: db.all<{ objectKey: string }>(sql`
      SELECT object_key AS objectKey FROM exercise_media WHERE studio_id = ${studio.id} AND exercise_id = ${exerciseId}`),
    remove: db.run(sql`DELETE FROM exercises WHERE ${here} AND state <> 'published'`),
    audit: auditStatement(
      ctx,
      { action: 'exercise.deleted', subjectKind: 'exercise', subjectId: exerciseId },
      rightAfterChange,
    ),
    terms: db.run(sql`DELETE FROM exercise_terms WHERE ${parts}`),
    media: db.run(sql`DELETE FROM exercise_media WHERE ${parts}`),
  })
  const [exercise] = before as { name: string }[]
  if (!exercise) return { ok: false, reason: 'not_found' }
  if (changed(remove) === 0) return { ok: false, reason: 'published' }
  await sweepObjects(ctx, photos as { objectKey: string }[])
  return { ok: true, name: exercise.name }
}

/** Takes a photo off an exercise. False where there is no such photo. */
export async function removePhoto(
  ctx: MediaContext & StaffContext,
  exerciseId: string,
  mediaId: string,
): Promise<boolean> {
  const { db, studio } = ctx
  const here = sql`studio_id = ${studio.id} AND exercise_id = ${exerciseId} AND id = ${mediaId}`
  const { photos } = await batch(db, {
    photos: db.all<{ objectKey: string }>(sql`SELECT object_key AS objectKey FROM exercise_media WHERE ${here}`),
    remove: db.run(sql`DELETE FROM exercise_media WHERE ${here}`),
    audit: auditStatement(
      ctx,
      { action: 'exercise.photo_removed', subjectKind: 'exercise', subjectId: exerciseId, detail: { mediaId } },
      rightAfterChange,
    ),
  })
  await sweepObjects(ctx, photos as { objectKey: string }[])
  return (photos as unknown[]).length > 0
}

/** Deletes bytes that nothing refers to any more; another exercise may show the same photo. */
async function sweepObjects(ctx: MediaContext, photos: readonly { objectKey: string }[]): Promise<void> {
  if (photos.length === 0) return
  const keys = photos.map(({ objectKey }) => objectKey)
  const { orphaned } = await batch(ctx.db, { orphaned: orphanedObjectsStatement(ctx, keys) })
  const gone = (orphaned as { objectKey: string }[]).map(({ objectKey }) => objectKey)
  if (gone.length > 0) await ctx.media.delete(gone)
}
