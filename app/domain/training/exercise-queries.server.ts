import { and, asc, eq, sql } from 'drizzle-orm'
import { batch, type Statement } from '#app/db/batch.server.ts'
import { exerciseMedia, exercises } from '#app/db/studio/training.ts'
import type { StudioContext } from '#app/domain/studios/contexts.ts'

export type Exercise = typeof exercises.$inferSelect
export type ExercisePhoto = typeof exerciseMedia.$inferSelect

/** One exercise, or no row: a foreign id is none. */
export function exerciseStatement({ db, studio }: StudioContext, exerciseId: string): Statement<Exercise[]> {
  return db
    .select()
    .from(exercises)
    .where(and(eq(exercises.studioId, studio.id), eq(exercises.id, exerciseId)))
    .limit(1)
}

/** The photos of an exercise, in their order. */
export function photosStatement({ db, studio }: StudioContext, exerciseId: string): Statement<ExercisePhoto[]> {
  return db
    .select()
    .from(exerciseMedia)
    .where(and(eq(exerciseMedia.studioId, studio.id), eq(exerciseMedia.exerciseId, exerciseId)))
    .orderBy(asc(exerciseMedia.position), asc(exerciseMedia.id))
}

export async function findExercise(ctx: StudioContext, exerciseId: string): Promise<Exercise | null> {
  const { found } = await batch(ctx.db, { found: exerciseStatement(ctx, exerciseId) })
  return (found as Exercise[])[0] ?? null
}

export type ServedPhoto = { objectKey: string; published: boolean }

/** Where the bytes of a photo lie, and whether everybody may see its exercise; null when there is none here. */
export async function findPhoto({ db, studio }: StudioContext, mediaId: string): Promise<ServedPhoto | null> {
  const [photo] = await db.all<{ objectKey: string; published: number }>(sql`
    SELECT p.object_key AS objectKey, e.state = 'published' AS published
    FROM exercise_media AS p JOIN exercises AS e ON e.studio_id = p.studio_id AND e.id = p.exercise_id
    WHERE p.studio_id = ${studio.id} AND p.id = ${mediaId}`)
  return photo ? { objectKey: photo.objectKey, published: photo.published === 1 } : null
}
