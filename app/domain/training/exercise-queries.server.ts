import { and, eq, sql } from 'drizzle-orm'
import { batch, type Statement } from '#app/db/batch.server.ts'
import { type exerciseMedia, exercises } from '#app/db/studio/training.ts'
import type { StudioContext } from '#app/domain/scope/contexts.ts'
import {
  type ObjectRow,
  objectColumns,
  toObject,
} from '#app/domain/storage/object-queries.server.ts'
import type { StoredObject } from '#app/domain/storage/stored-object.ts'

export type Exercise = typeof exercises.$inferSelect
/** A photo as pages show it. */
export type ExercisePhoto = Pick<
  typeof exerciseMedia.$inferSelect,
  'id' | 'alt' | 'source' | 'licence'
> & {
  placeholder: string
  /** Pixels of what is kept. */
  width: number | null
  height: number | null
}

/** One exercise, or no row: a foreign id is none. */
export function exerciseStatement(
  { db, studio }: StudioContext,
  exerciseId: string,
): Statement<Exercise[]> {
  return db
    .select()
    .from(exercises)
    .where(and(eq(exercises.studioId, studio.id), eq(exercises.id, exerciseId)))
    .limit(1)
}

/** The photos of an exercise, in their order. */
export function photosStatement(
  { db, studio }: StudioContext,
  exerciseId: string,
): Statement<ExercisePhoto[]> {
  return db.all<ExercisePhoto>(sql`
    SELECT photo.id, photo.alt, photo.source, photo.licence, object.placeholder,
      object.width, object.height
    FROM exercise_media AS photo
    JOIN objects AS object ON object.studio_id = photo.studio_id AND object.id = photo.object_id
    WHERE photo.studio_id = ${studio.id} AND photo.exercise_id = ${exerciseId}
    ORDER BY photo.position, photo.id`)
}

export async function findExercise(
  ctx: StudioContext,
  exerciseId: string,
): Promise<Exercise | null> {
  const { found } = await batch(ctx.db, { found: exerciseStatement(ctx, exerciseId) })
  return (found as Exercise[])[0] ?? null
}

/**
 * Whether everyone may see the exercise, and the picture; null where there is no such photo here.
 */
export async function findPhoto(
  { db, studio }: StudioContext,
  mediaId: string,
): Promise<{ object: StoredObject; published: boolean } | null> {
  const [row] = await db.all<ObjectRow & { published: number }>(sql`
    SELECT ${objectColumns}, published FROM objects
    CROSS JOIN (
      SELECT photo.object_id, exercise.state = 'published' AS published
      FROM exercise_media AS photo
      JOIN exercises AS exercise ON exercise.studio_id = photo.studio_id
        AND exercise.id = photo.exercise_id
      WHERE photo.studio_id = ${studio.id} AND photo.id = ${mediaId})
    WHERE studio_id = ${studio.id} AND id = object_id`)
  if (!row) return null
  const { published, ...object } = row
  return { object: toObject(object), published: published === 1 }
}
