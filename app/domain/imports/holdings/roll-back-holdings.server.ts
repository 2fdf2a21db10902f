import { sql } from 'drizzle-orm'
import { batch } from '#app/db/batch.server.ts'
import type { HoldingKind } from '#app/db/studio/imports-words.ts'
import type { StudioContext } from '#app/domain/scope/contexts.ts'
import { newId } from '#app/values/id.ts'
import type { PeopleImport } from '../import-queries.server.ts'
import { rowsAtOnce } from '../imported-file.server.ts'
import { back, holdingStaysSql } from './holding-stays.server.ts'

/**
 * Takes the next rows of a file of holdings back, in one batch: what nobody has used or changed
 * goes, the rest stays. Whether it is used is asked in the batch. May be repeated, and done by two at
 * once.
 */
export async function rollBackNextHoldings(
  ctx: StudioContext,
  job: PeopleImport,
  kind: HoldingKind,
): Promise<void> {
  const { db, studio, now } = ctx
  const step = newId()
  const own = sql`studio_id = ${studio.id} AND import_id = ${job.id}`
  const open = sql`${own} AND outcome = 'added'`
  await batch(db, {
    decide: db.run(sql`
      UPDATE imported_people AS imported SET step = ${step},
        outcome = iif(${holdingStaysSql(kind)} IS NULL, 'removed', 'stayed')
      WHERE ${open} AND line IN (
          SELECT line FROM imported_people WHERE ${open} ORDER BY line LIMIT ${rowsAtOnce})
        AND EXISTS (SELECT 1 FROM people_imports AS job
          WHERE job.studio_id = ${studio.id} AND job.id = ${job.id}
            AND job.state = 'rolling_back')`),
    ...back[kind].remove(
      ctx,
      sql`SELECT holding_id FROM imported_people
        WHERE ${own} AND step = ${step} AND outcome = 'removed'`,
    ),
    finish: db.run(sql`
      UPDATE people_imports SET state = 'rolled_back', finished_at = ${now}
      WHERE studio_id = ${studio.id} AND id = ${job.id} AND state = 'rolling_back'
        AND NOT EXISTS (SELECT 1 FROM imported_people WHERE ${open})`),
  })
}
