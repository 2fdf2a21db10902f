import { type SQL, sql } from 'drizzle-orm'
import { batch } from '#app/db/batch.server.ts'
import { auditStatement, lineWrittenSql, rightAfterChange } from '#app/domain/audit/audit.server.ts'
import type { StaffContext } from '#app/domain/scope/staff-context.ts'
import { newId } from '#app/values/id.ts'
import { understandWorkout } from '../plan/understand-workout.server.ts'
import { picksByName, type WorkoutFields } from './workout-fields.ts'

export type SaveWorkoutResult =
  | { ok: true; id: string; unclear: number }
  | { ok: false; reason: 'unclear_published' | 'changed_meanwhile' | 'not_found' | 'empty' }

const versionStatement = (
  { db, studio, now }: StaffContext,
  row: { id: string; version: number; text: string; notes: string; plan: string; unclear: number },
  onlyIf: SQL,
) =>
  db.run(sql`
    INSERT INTO workout_versions (studio_id, workout_id, version, text, notes, plan, unclear,
      created_at)
    SELECT ${studio.id}, ${row.id}, ${row.version}, ${row.text}, ${row.notes}, ${row.plan},
      ${row.unclear}, ${now}
    WHERE ${onlyIf} ON CONFLICT DO NOTHING`)

async function meant(ctx: StaffContext, fields: WorkoutFields) {
  const { plan, questions } = await understandWorkout(ctx, fields.text, picksByName(fields.picks))
  const { text, notes } = fields
  const row = { text, notes, plan: JSON.stringify(plan), unclear: questions.length }
  return { row, empty: plan.blocks.length === 0 && questions.length === 0 }
}

/** Adds a workout as a draft. Sent again it is the same one. */
export async function addWorkout(
  ctx: StaffContext,
  fields: WorkoutFields,
): Promise<SaveWorkoutResult> {
  const { db, studio, now } = ctx
  const { key: id, name, kind, benchmark } = fields
  const { row, empty } = await meant(ctx, fields)
  if (empty) return { ok: false, reason: 'empty' }
  const lineId = `workout-${id}`
  await batch(db, {
    add: db.run(sql`
      INSERT INTO workouts (id, studio_id, name, kind, benchmark, state, version, created_at,
        updated_at)
      VALUES (${id}, ${studio.id}, ${name}, ${kind}, ${benchmark ? 1 : 0}, 'draft', 1, ${now},
        ${now})
      ON CONFLICT DO NOTHING`),
    audit: auditStatement(
      ctx,
      {
        id: lineId,
        action: 'workout.added',
        subjectKind: 'workout',
        subjectId: id,
        detail: { name },
      },
      rightAfterChange,
    ),
    // Behind its own line alone: an id that another studio has is not one of ours.
    version: versionStatement(ctx, { id, version: 1, ...row }, sql`changes() > 0`),
  })
  return { ok: true, id, unclear: row.unclear }
}

/**
 * Saves a workout as its next version; those before it stay as they were. Refused where somebody
 * else saved meanwhile, and where members would read a line that nobody understands.
 */
export async function changeWorkout(
  ctx: StaffContext,
  id: string,
  fields: WorkoutFields,
): Promise<SaveWorkoutResult> {
  const { db, studio, now } = ctx
  const { name, kind, version, benchmark } = fields
  const { row, empty } = await meant(ctx, fields)
  if (empty) return { ok: false, reason: 'empty' }
  const here = sql`studio_id = ${studio.id} AND id = ${id}`
  const lineId = newId()
  const { after, found } = await batch(db, {
    change: db.run(sql`
      UPDATE workouts SET name = ${name}, kind = ${kind}, benchmark = ${benchmark ? 1 : 0}, version = version + 1,
        updated_at = ${now}
      WHERE ${here} AND version = ${version}
        AND (state <> 'published' OR ${row.unclear} = 0)`),
    audit: auditStatement(
      ctx,
      {
        id: lineId,
        action: 'workout.changed',
        subjectKind: 'workout',
        subjectId: id,
        detail: { name, version: version + 1 },
      },
      rightAfterChange,
    ),
    version: versionStatement(ctx, { id, version: version + 1, ...row }, lineWrittenSql(lineId)),
    after: db.all<{ written: number }>(sql`SELECT ${lineWrittenSql(lineId)} AS written`),
    found: db.all<{ version: number }>(sql`SELECT version FROM workouts WHERE ${here}`),
  })
  if (after[0]?.written) return { ok: true, id, unclear: row.unclear }
  if (!found[0]) return { ok: false, reason: 'not_found' }
  const stale = found[0].version !== version
  return { ok: false, reason: stale ? 'changed_meanwhile' : 'unclear_published' }
}
