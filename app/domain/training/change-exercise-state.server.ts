import { sql } from 'drizzle-orm'
import { batch } from '#app/db/batch.server.ts'
import { auditStatement, rightAfterChange } from '#app/domain/audit/audit.server.ts'
import type { StaffContext } from '#app/domain/scope/staff-context.ts'

/**
 * Shows an exercise to members or takes it out of their sight. False where the studio has no such
 * exercise.
 */
export async function changeExerciseState(
  ctx: StaffContext,
  exerciseId: string,
  state: 'published' | 'hidden',
): Promise<boolean> {
  const { db, studio, now } = ctx
  const here = sql`studio_id = ${studio.id} AND id = ${exerciseId}`
  const { found } = await batch(db, {
    change: db.run(
      sql`UPDATE exercises SET state = ${state}, updated_at = ${now}
        WHERE ${here} AND state <> ${state}`,
    ),
    audit: auditStatement(
      ctx,
      { action: `exercise.${state}`, subjectKind: 'exercise', subjectId: exerciseId },
      rightAfterChange,
    ),
    found: db.all<{ id: string }>(sql`SELECT id FROM exercises WHERE ${here}`),
  })
  return (found as unknown[]).length > 0
}
