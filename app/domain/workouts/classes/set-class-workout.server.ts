import { sql } from 'drizzle-orm'
import { batch } from '#app/db/batch.server.ts'
import { auditStatement, rightAfterChange } from '#app/domain/audit/audit.server.ts'
import type { StaffContext } from '#app/domain/scope/staff-context.ts'
import type { ClassWorkoutForm } from './class-workout-form.ts'

export type SetClassWorkoutResult =
  | { ok: true }
  | { ok: false; reason: 'not_found' | 'over' | 'unknown_workout' | 'changed_meanwhile' }

/**
 * Sets what is trained in a class, or takes it off, over what the page showed (`version`). Refused:
 * a class of another studio, one that is over or cancelled, a workout that is archived or another
 * studio's, and a change that somebody else made meanwhile. Members read it on the class page once
 * the workout is published.
 */
export async function setClassWorkout(
  ctx: StaffContext,
  occurrenceId: string,
  { workout, version }: Pick<ClassWorkoutForm, 'workout' | 'version'>,
): Promise<SetClassWorkoutResult> {
  const { db, studio, now } = ctx
  const open = sql`EXISTS (SELECT 1 FROM occurrences AS o
    WHERE o.studio_id = ${studio.id} AND o.id = ${occurrenceId}
      AND o.state IN ('scheduled', 'draft') AND o.ends_at > ${now})`
  const here = sql`studio_id = ${studio.id} AND occurrence_id = ${occurrenceId}`
  const usable = sql`EXISTS (SELECT 1 FROM workouts
    WHERE studio_id = ${studio.id} AND id = ${workout} AND state <> 'archived')`
  const shown = version
    ? sql`EXISTS (SELECT 1 FROM class_workouts WHERE ${here} AND workout_id = ${version})`
    : sql`NOT EXISTS (SELECT 1 FROM class_workouts WHERE ${here})`
  const write = workout
    ? sql`INSERT INTO class_workouts (studio_id, occurrence_id, workout_id, set_at)
        SELECT ${studio.id}, ${occurrenceId}, ${workout}, ${now}
        WHERE ${open} AND ${usable} AND ${shown} AND ${workout} <> ${version}
        ON CONFLICT (studio_id, occurrence_id)
          DO UPDATE SET workout_id = excluded.workout_id, set_at = excluded.set_at`
    : sql`DELETE FROM class_workouts WHERE ${here} AND workout_id = ${version} AND ${open}`
  const { found } = await batch(db, {
    write: db.run(write),
    audit: auditStatement(
      ctx,
      {
        action: 'class.workout_set',
        subjectKind: 'occurrence',
        subjectId: occurrenceId,
        detail: { from: version, to: workout },
      },
      rightAfterChange,
    ),
    found: db.all<{ exists: number; open: number; usable: number; workout: string | null }>(sql`
      SELECT EXISTS (SELECT 1 FROM occurrences
          WHERE studio_id = ${studio.id} AND id = ${occurrenceId}) AS "exists",
        ${open} AS open, ${usable} AS usable,
        (SELECT workout_id FROM class_workouts WHERE ${here}) AS workout`),
  })
  const stands = found[0]
  if (!stands?.exists) return { ok: false, reason: 'not_found' }
  if ((stands.workout ?? '') === workout) return { ok: true }
  if (!stands.open) return { ok: false, reason: 'over' }
  if (workout && !stands.usable) return { ok: false, reason: 'unknown_workout' }
  return { ok: false, reason: 'changed_meanwhile' }
}
