import { type SQL, sql } from 'drizzle-orm'
import { batch } from '#app/db/batch.server.ts'
import type { StudioContext } from '#app/domain/scope/contexts.ts'
import { type Look, lookAt } from '#app/domain/scope/look.ts'
import { addMinutes } from '#app/values/instant.ts'
import { finishKeeping, keepNextPart } from './keep-log-import.server.ts'
import { logImportStatement, toLogImport } from './log-import-queries.server.ts'
import { hoursToKeep } from './log-import-view.ts'
import { finishUndoing, undoNextWorkouts } from './undo-log-import.server.ts'

/** Files of one run, and steps of one: the next minute takes the rest. */
const filesAtOnce = 5
const stepsAtOnce = 20

/** A press that began to keep a file is left alone for so many minutes. */
const underWay = 2

const dueSql = ({ studio, now }: Pick<Look, 'studio' | 'now'>): SQL => sql`
  file.studio_id = ${studio} AND (
    file.state IN ('keeping', 'undoing')
      AND coalesce(file.kept_at, file.created_at) <= ${addMinutes(now, -underWay)}
    OR file.state = 'checked' AND file.created_at <= ${addMinutes(now, -hoursToKeep * 60)})`

/** Whether a studio has files of workouts that were cut off on the way, or that nobody kept. */
export const logImportsDue = (look: Look): SQL =>
  sql`EXISTS (SELECT 1 FROM log_imports AS file WHERE ${dueSql(look)})`

/**
 * Goes on with files of workouts whose press was cut off, and forgets those that nobody kept for a
 * day. Answers how many it came to an end with.
 */
export async function continueLogImports(ctx: StudioContext): Promise<number> {
  const { db, studio } = ctx
  const due = await db.all<{ id: string; personId: string; state: string }>(sql`
    SELECT file.id, file.person_id AS personId, file.state FROM log_imports AS file
    WHERE ${dueSql(lookAt(ctx))} ORDER BY file.created_at LIMIT ${filesAtOnce}`)
  let ended = 0
  for (const { id, personId, state } of due) {
    if (state === 'checked') {
      await batch(db, {
        parts: db.run(sql`
          DELETE FROM log_import_parts WHERE studio_id = ${studio.id} AND import_id = ${id}`),
        file: db.run(sql`
          DELETE FROM log_imports WHERE studio_id = ${studio.id} AND id = ${id}
            AND state = 'checked'`),
      })
      ended += 1
      continue
    }
    const [row] = await logImportStatement(ctx, personId, id)
    if (!row) continue
    const file = toLogImport(row)
    const next = state === 'keeping' ? keepNextPart : undoNextWorkouts
    let steps = 0
    while (steps < stepsAtOnce && (await next(ctx, file))) steps += 1
    if (steps === stepsAtOnce) continue
    await (state === 'keeping' ? finishKeeping : finishUndoing)(ctx, file)
    ended += 1
  }
  return ended
}
