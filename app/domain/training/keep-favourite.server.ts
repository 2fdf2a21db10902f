import { sql } from 'drizzle-orm'
import { batch, type Statement } from '#app/db/batch.server.ts'
import type { MemberContext, StudioContext } from '#app/domain/scope/contexts.ts'

/** A row where the person keeps the exercise. */
export function favouriteStatement(
  { db, studio }: StudioContext,
  personId: string,
  exerciseId: string,
): Statement<{ one: number }[]> {
  return db.all<{ one: number }>(sql`
    SELECT 1 AS one FROM exercise_favourites
    WHERE studio_id = ${studio.id} AND person_id = ${personId} AND exercise_id = ${exerciseId}`)
}

/**
 * Keeps an exercise among a person's favourites, or no longer. Twice is once. False where members
 * see no such exercise.
 */
export async function keepFavourite(
  ctx: MemberContext,
  exerciseId: string,
  keep: boolean,
): Promise<boolean> {
  const { db, studio, now, person } = ctx
  const seen = sql`SELECT id FROM exercises
    WHERE studio_id = ${studio.id} AND id = ${exerciseId} AND state = 'published'`
  const { found } = await batch(db, {
    keep: keep
      ? db.run(sql`
          INSERT INTO exercise_favourites (studio_id, person_id, exercise_id, created_at)
          SELECT ${studio.id}, ${person.id}, id, ${now} FROM (${seen}) WHERE 1
          ON CONFLICT DO NOTHING`)
      : db.run(sql`
          DELETE FROM exercise_favourites
          WHERE studio_id = ${studio.id} AND person_id = ${person.id}
            AND exercise_id = ${exerciseId}`),
    found: db.all<{ id: string }>(seen),
  })
  return found.length > 0
}
