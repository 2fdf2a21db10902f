import { type SQL, sql } from 'drizzle-orm'
import { batch, changed } from '#app/db/batch.server.ts'
import { auditStatement, rightAfterChange } from '#app/domain/audit/audit.server.ts'
import type { StaffContext } from '#app/domain/scope/staff-context.ts'
import type { MediaContext } from '#app/domain/storage/media-context.ts'
import type { ObjectRow } from '#app/domain/storage/object-queries.server.ts'
import { clearStrays, removeObjectsStatements } from '#app/domain/storage/stray-objects.server.ts'
import { onlyPhotoSql } from './import/unused-photos.server.ts'

export type DeleteExerciseResult =
  | { ok: true; name: string }
  | { ok: false; reason: 'not_found' | 'published' | 'used' }

/**
 * Deletes an exercise with its photos. Refuses one that members see: it is hidden first, which can
 * be taken back, while this cannot. Refuses what is in use, as `usedSql` says, a condition of the
 * contexts that build on exercises.
 */
export async function deleteExercise(
  ctx: MediaContext & StaffContext,
  exerciseId: string,
  usedSql: SQL = sql`0`,
): Promise<DeleteExerciseResult> {
  const { db, studio } = ctx
  const here = sql`studio_id = ${studio.id} AND id = ${exerciseId}`
  const parts = sql`studio_id = ${studio.id} AND exercise_id = ${exerciseId}
    AND NOT EXISTS (SELECT 1 FROM exercises WHERE ${here})`
  const unused = sql`id IN (SELECT object_id FROM exercise_media WHERE ${parts})
    AND ${onlyPhotoSql({ exerciseId })}`
  const { before, remove, removed } = await batch(db, {
    before: db.all<{ name: string; state: string }>(
      sql`SELECT name, state FROM exercises WHERE ${here}`,
    ),
    remove: db.run(sql`DELETE FROM exercises
      WHERE ${here} AND state <> 'published' AND NOT (${usedSql})`),
    audit: auditStatement(
      ctx,
      { action: 'exercise.deleted', subjectKind: 'exercise', subjectId: exerciseId },
      rightAfterChange,
    ),
    terms: db.run(sql`DELETE FROM exercise_terms WHERE ${parts}`),
    links: db.run(sql`DELETE FROM exercise_links WHERE studio_id = ${studio.id}
      AND (easier_id = ${exerciseId} OR harder_id = ${exerciseId})
      AND NOT EXISTS (SELECT 1 FROM exercises WHERE ${here})`),
    ...removeObjectsStatements({ ...ctx, studioId: studio.id }, unused),
    media: db.run(sql`DELETE FROM exercise_media WHERE ${parts}`),
  })
  const [exercise] = before
  if (!exercise) return { ok: false, reason: 'not_found' }
  if (changed(remove) === 0)
    return { ok: false, reason: exercise.state === 'published' ? 'published' : 'used' }
  await clearStrays(ctx, keysOf(removed))
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
  const unused = sql`id IN (SELECT object_id FROM exercise_media WHERE ${here})
    AND ${onlyPhotoSql({ mediaId })}`
  const { removed, remove } = await batch(db, {
    ...removeObjectsStatements({ ...ctx, studioId: studio.id }, unused),
    remove: db.run(sql`DELETE FROM exercise_media WHERE ${here}`),
    audit: auditStatement(
      ctx,
      {
        action: 'exercise.photo_removed',
        subjectKind: 'exercise',
        subjectId: exerciseId,
        detail: { mediaId },
      },
      rightAfterChange,
    ),
  })
  await clearStrays(ctx, keysOf(removed))
  return changed(remove) > 0
}

const keysOf = (removed: readonly ObjectRow[]) => removed.map(({ objectKey }) => objectKey)
