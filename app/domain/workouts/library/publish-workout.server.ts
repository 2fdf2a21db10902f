import { sql } from 'drizzle-orm'
import { batch, changed } from '#app/db/batch.server.ts'
import { auditStatement, rightAfterChange } from '#app/domain/audit/audit.server.ts'
import type { StaffContext } from '#app/domain/scope/staff-context.ts'
import type { Instant } from '#app/values/instant.ts'

export type PublicationResult =
  | { ok: true; at: Instant | null }
  | { ok: false; reason: 'not_found' | 'unclear' | 'changed_meanwhile' }

/**
 * Publishes a workout from an instant on, takes it off, or makes it a draft again, as it was at
 * `version`. Published again it is seen from the time said last.
 */
export async function publishWorkout(
  ctx: StaffContext,
  id: string,
  {
    act,
    at,
    version,
  }: { act: 'publish' | 'archive' | 'restore'; at: Instant | null; version: number },
): Promise<PublicationResult> {
  const { db, studio, now } = ctx
  const here = sql`studio_id = ${studio.id} AND id = ${id}`
  const from = at ?? now
  const state = { publish: 'published', archive: 'archived', restore: 'draft' }[act]
  const unclear = sql`coalesce((SELECT unclear FROM workout_versions AS said
    WHERE said.studio_id = workouts.studio_id AND said.workout_id = workouts.id
      AND said.version = workouts.version), 1)`
  const { change, found } = await batch(db, {
    change: db.run(sql`
      UPDATE workouts SET state = ${state}, updated_at = ${now},
        publish_at = ${act === 'publish' ? from : null}
      WHERE ${here} AND version = ${version} AND ${act === 'publish' ? sql`${unclear} = 0` : sql`1`}`),
    audit: auditStatement(
      ctx,
      {
        action: `workout.${state}`,
        subjectKind: 'workout',
        subjectId: id,
        detail: { version, ...(act === 'publish' ? { from } : {}) },
      },
      rightAfterChange,
    ),
    found: db.all<{ version: number }>(sql`SELECT version FROM workouts WHERE ${here}`),
  })
  if (changed(change) > 0) return { ok: true, at: act === 'publish' ? from : null }
  if (!found[0]) return { ok: false, reason: 'not_found' }
  return { ok: false, reason: found[0].version === version ? 'unclear' : 'changed_meanwhile' }
}
