import { sql } from 'drizzle-orm'
import { batch, changed } from '#app/db/batch.server.ts'
import type { MemberContext } from '#app/domain/scope/contexts.ts'
import { derivedId } from '#app/values/id.ts'

/** More than anyone keeps. */
const most = 100

export type KeepRoutineResult =
  | { ok: true; id: string }
  | { ok: false; reason: 'not_found' | 'too_many' }

/**
 * Keeps the plan of a workout as a routine of the person, under its name. The same workout makes one
 * routine. Refused beyond a hundred.
 */
export async function keepRoutine(ctx: MemberContext, logId: string): Promise<KeepRoutineResult> {
  const { db, studio, person, now } = ctx
  const id = await derivedId('routine', studio.id, logId)
  const own = sql`studio_id = ${studio.id} AND person_id = ${person.id}`
  const { found, kept } = await batch(db, {
    keep: db.run(sql`
      INSERT INTO workout_routines (id, studio_id, person_id, name, plan, created_at)
      SELECT ${id}, studio_id, person_id, name, plan, ${now} FROM workout_logs
      WHERE ${own} AND id = ${logId}
        AND (SELECT count(*) FROM workout_routines WHERE ${own}) < ${most}
      ON CONFLICT DO NOTHING`),
    found: db.all(sql`SELECT 1 FROM workout_logs WHERE ${own} AND id = ${logId}`),
    kept: db.all(sql`SELECT 1 FROM workout_routines WHERE ${own} AND id = ${id}`),
  })
  if (found.length === 0) return { ok: false, reason: 'not_found' }
  return kept.length > 0 ? { ok: true, id } : { ok: false, reason: 'too_many' }
}

/** Takes a routine of the person away; what was trained by it stays. False for anybody else's. */
export async function removeRoutine(
  { db, studio, person }: MemberContext,
  routineId: string,
): Promise<boolean> {
  const removed = await db.run(sql`
    DELETE FROM workout_routines
    WHERE studio_id = ${studio.id} AND person_id = ${person.id} AND id = ${routineId}`)
  return changed(removed) > 0
}
