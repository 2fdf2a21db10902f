import { sql } from 'drizzle-orm'
import { batch } from '#app/db/batch.server.ts'
import { auditStatement, rightAfterChange } from '#app/domain/audit/audit.server.ts'
import type { MemberContext, StudioContext } from '#app/domain/scope/contexts.ts'
import { countSetsOfStatement } from '../bests/best-statements.server.ts'
import { remakeBestsOf } from './keep-log-import.server.ts'
import {
  type BuiltOnRow,
  builtOnSql,
  builtOnStatement,
  importDevice,
  type LogImport,
  logImportStatement,
  toLogImport,
} from './log-import-queries.server.ts'

/** Workouts that one step takes out. */
const atOnce = 200

export type UndoLogImportResult =
  | { ok: true }
  | { ok: false; reason: 'not_found' }
  /** The newest workout that something stands on, and how many there are. */
  | { ok: false; reason: 'built_on'; on: BuiltOnRow }

/**
 * Takes out of the log what a file brought, all of it, and rebuilds bests. Routines made of its
 * workouts stay: they are copies. Refused where something stands on it since: a set that was changed
 * or added, a note, a workout shared, or a later file's sets. Pressed again, it goes on.
 */
export async function undoLogImport(
  ctx: MemberContext,
  importId: string,
): Promise<UndoLogImportResult> {
  const { db, studio, person } = ctx
  const answer = await batch(db, {
    begin: db.run(sql`
      UPDATE log_imports AS file SET state = 'undoing'
      WHERE file.studio_id = ${studio.id} AND file.id = ${importId}
        AND file.person_id = ${person.id} AND file.state = 'kept' AND NOT ${builtOnSql}`),
    audit: auditStatement(
      ctx,
      { action: 'workout_log.import_undone', subjectKind: 'log_import', subjectId: importId },
      rightAfterChange,
    ),
    file: logImportStatement(ctx, person.id, importId),
    builtOn: builtOnStatement(ctx, importId),
  })
  const [row] = answer.file
  const [on] = answer.builtOn
  if (row?.state === 'kept' && on && on.n > 0) return { ok: false, reason: 'built_on', on }
  if (row?.state === 'undone') return { ok: true }
  if (row?.state !== 'undoing') return { ok: false, reason: 'not_found' }
  const file = toLogImport(row)
  while (await undoNextWorkouts(ctx, file));
  await finishUndoing(ctx, file)
  return { ok: true }
}

/** Takes the next workouts of a file out. False where there are none. */
export async function undoNextWorkouts(ctx: StudioContext, file: LogImport): Promise<boolean> {
  const { db, studio } = ctx
  const found = await db.all<{ id: string }>(sql`
    SELECT id FROM workout_logs
    WHERE studio_id = ${studio.id} AND import_id = ${file.id} ORDER BY id LIMIT ${atOnce}`)
  if (found.length === 0) return false
  const ids = JSON.stringify(found.map(({ id }) => id))
  const of = sql`studio_id = ${studio.id} AND log_id IN (SELECT value FROM json_each(${ids}))`
  await batch(db, {
    bests: db.run(sql`DELETE FROM training_bests WHERE ${of}`),
    edits: db.run(sql`DELETE FROM workout_set_edits WHERE ${of}`),
    sets: db.run(sql`DELETE FROM workout_sets WHERE ${of}`),
    logs: db.run(sql`
      DELETE FROM workout_logs WHERE studio_id = ${studio.id} AND import_id = ${file.id}
        AND id IN (SELECT value FROM json_each(${ids}))`),
  })
  return true
}

/** Takes out the sets a file added to workouts that were there before, and rebuilds bests. */
export async function finishUndoing(ctx: StudioContext, file: LogImport): Promise<void> {
  const { db, studio, now } = ctx
  const added = sql`studio_id = ${studio.id} AND person_id = ${file.personId}
    AND device = ${importDevice(file.id)}`
  const touched = await db.all<{ id: string }>(
    sql`SELECT DISTINCT log_id AS id FROM workout_sets WHERE ${added}`,
  )
  const ids = JSON.stringify(touched.map(({ id }) => id))
  if (touched.length > 0)
    await batch(db, {
      sets: db.run(sql`DELETE FROM workout_sets WHERE ${added}`),
      count: countSetsOfStatement(ctx, sql`SELECT value FROM json_each(${ids})`),
    })
  await remakeBestsOf(ctx, file)
  await db.run(sql`
    UPDATE log_imports SET state = 'undone', undone_at = ${now}
    WHERE studio_id = ${studio.id} AND id = ${file.id} AND state = 'undoing'`)
}

/** Forgets a file that was only looked at. False for anything else. */
export async function discardLogFile(ctx: MemberContext, importId: string): Promise<boolean> {
  const { db, studio, person } = ctx
  const mine = sql`studio_id = ${studio.id} AND id = ${importId} AND person_id = ${person.id}
    AND state = 'checked'`
  const { found } = await batch(db, {
    found: db.all(sql`SELECT 1 FROM log_imports WHERE ${mine}`),
    parts: db.run(sql`
      DELETE FROM log_import_parts WHERE studio_id = ${studio.id}
        AND import_id IN (SELECT id FROM log_imports WHERE ${mine})`),
    file: db.run(sql`DELETE FROM log_imports WHERE ${mine}`),
  })
  return found.length > 0
}
