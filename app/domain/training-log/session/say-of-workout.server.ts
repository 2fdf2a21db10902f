import { sql } from 'drizzle-orm'
import { batch, changed } from '#app/db/batch.server.ts'
import type { MemberContext } from '#app/domain/scope/contexts.ts'
import type { Effort } from './log-state.ts'

/**
 * Keeps how hard a workout was, a note, and whether coaches read what was done in it, and see its
 * result in its class. False for anybody else's. What is no longer shared is out of coaches'
 * sight at once; a result that was shared alone, before sets could be, stays shared.
 */
export async function sayOfWorkout(
  { db, studio, person, now }: MemberContext,
  logId: string,
  { effort, note, share }: { effort: Effort; note: string; share: boolean },
): Promise<boolean> {
  const { said } = await batch(db, {
    said: db.run(sql`
      UPDATE workout_logs SET effort = ${effort}, note = ${note}, updated_at = ${now},
        shared_whole = ${share ? 1 : 0}, shared_at = ${
          share ? sql`coalesce(shared_at, ${now})` : sql`iif(shared_whole = 1, NULL, shared_at)`
        }
      WHERE studio_id = ${studio.id} AND person_id = ${person.id} AND id = ${logId}`),
  })
  return changed(said) > 0
}
