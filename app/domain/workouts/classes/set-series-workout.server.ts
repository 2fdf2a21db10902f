import { sql } from 'drizzle-orm'
import { batch } from '#app/db/batch.server.ts'
import { auditStatement, rightAfterChange } from '#app/domain/audit/audit.server.ts'
import type { StaffContext } from '#app/domain/scope/staff-context.ts'

export type SetSeriesWorkoutResult =
  | { ok: true }
  | { ok: false; reason: 'not_found' | 'unknown_workout' | 'changed_meanwhile' }

/**
 * Sets what classes of a series train. Its coming classes that had what the series had before, or
 * nothing, take it too; those planned for themselves keep their own.
 */
export async function setSeriesWorkout(
  ctx: StaffContext,
  seriesId: string,
  { workout, was }: { workout: string; was: string },
): Promise<SetSeriesWorkoutResult> {
  const { db, studio, now } = ctx
  const here = sql`studio_id = ${studio.id} AND series_id = ${seriesId}`
  const exists = sql`EXISTS (SELECT 1 FROM series
    WHERE studio_id = ${studio.id} AND id = ${seriesId} AND ended_at IS NULL)`
  const usable = sql`EXISTS (SELECT 1 FROM workouts
    WHERE studio_id = ${studio.id} AND id = ${workout} AND state <> 'archived')`
  const shown = was
    ? sql`EXISTS (SELECT 1 FROM series_workouts WHERE ${here} AND workout_id = ${was})`
    : sql`NOT EXISTS (SELECT 1 FROM series_workouts WHERE ${here})`
  const guard = sql`${exists} AND ${shown} AND ${workout} <> ${was}
    AND ${workout ? usable : sql`1`}`
  const coming = sql`SELECT o.id FROM occurrences AS o WHERE o.studio_id = ${studio.id}
    AND o.series_id = ${seriesId} AND o.starts_at > ${now} AND o.state IN ('scheduled', 'draft')`
  const { found } = await batch(db, {
    forget: db.run(sql`
      DELETE FROM class_workouts WHERE studio_id = ${studio.id} AND workout_id = ${was}
        AND occurrence_id IN (${coming}) AND ${guard}`),
    take: db.run(
      workout
        ? sql`INSERT INTO class_workouts (studio_id, occurrence_id, workout_id, set_at)
            SELECT ${studio.id}, id, ${workout}, ${now} FROM (${coming}) WHERE ${guard}
            ON CONFLICT DO NOTHING`
        : sql`SELECT 1`,
    ),
    write: db.run(
      workout
        ? sql`INSERT INTO series_workouts (studio_id, series_id, workout_id, set_at)
            SELECT ${studio.id}, ${seriesId}, ${workout}, ${now} WHERE ${guard}
            ON CONFLICT (studio_id, series_id)
              DO UPDATE SET workout_id = excluded.workout_id, set_at = excluded.set_at`
        : sql`DELETE FROM series_workouts WHERE ${here} AND ${guard}`,
    ),
    audit: auditStatement(
      ctx,
      {
        action: 'series.workout_set',
        subjectKind: 'series',
        subjectId: seriesId,
        detail: { from: was, to: workout },
      },
      rightAfterChange,
    ),
    found: db.all<{ exists: number; usable: number; workout: string | null }>(sql`
      SELECT ${exists} AS "exists", ${usable} AS usable,
        (SELECT workout_id FROM series_workouts WHERE ${here}) AS workout`),
  })
  const stands = found[0]
  if (!stands?.exists) return { ok: false, reason: 'not_found' }
  if ((stands.workout ?? '') === workout) return { ok: true }
  if (workout && !stands.usable) return { ok: false, reason: 'unknown_workout' }
  return { ok: false, reason: 'changed_meanwhile' }
}
