import { sql } from 'drizzle-orm'
import { batch, changed } from '#app/db/batch.server.ts'
import { auditStatement, rightAfterChange } from '#app/domain/audit/audit.server.ts'
import { leaveFamiliesStatements } from '#app/domain/families/link-guardian.server.ts'
import { forgetConsentsStatement } from '#app/domain/people/consents/import-consents.server.ts'
import {
  emptyPeopleStatement,
  forgetAnswersStatement,
  removeBroughtNotesStatement,
  removePeopleStatements,
} from '#app/domain/people/import-statements.server.ts'
import type { StudioContext } from '#app/domain/scope/contexts.ts'
import type { StaffContext } from '#app/domain/scope/staff-context.ts'
import { newId } from '#app/values/id.ts'
import { addMinutes } from '#app/values/instant.ts'
import { findPeopleImport, type PeopleImport } from './import-queries.server.ts'
import { rollBackDays } from './import-words.ts'
import { rowsAtOnce } from './imported-file.server.ts'
import { usedSql } from './used-since.server.ts'

export type RollBackResult =
  | { ok: true }
  | { ok: false; reason: 'not_found' | 'not_done' | 'too_old' }

/**
 * Begins to take an import back: the people it added go, but for those on whom something hangs by
 * now; what it filled of others is emptied again where nobody changed it. Twice is once; refused
 * after 30 days.
 */
export async function rollBackImport(ctx: StaffContext, importId: string): Promise<RollBackResult> {
  const { db, studio, now } = ctx
  const { begun } = await batch(db, {
    begun: db.run(sql`
      UPDATE people_imports SET state = 'rolling_back', finished_at = NULL
      WHERE studio_id = ${studio.id} AND id = ${importId} AND state = 'committed'
        AND committed_at > ${addMinutes(now, -rollBackDays * 1_440)}`),
    audit: auditStatement(
      ctx,
      {
        id: `undo-${importId}`,
        action: 'people.import_rolled_back',
        subjectKind: 'people_import',
        subjectId: importId,
      },
      rightAfterChange,
    ),
  })
  if (changed(begun) > 0) return { ok: true }
  const job = await findPeopleImport(ctx, importId)
  if (!job) return { ok: false, reason: 'not_found' }
  if (job.state === 'rolling_back' || job.state === 'rolled_back') return { ok: true }
  return { ok: false, reason: job.state === 'committed' ? 'too_old' : 'not_done' }
}

/**
 * Takes the next people of an import back, in one batch: whether a person is used is asked in it, so that
 * a booking made meanwhile keeps its person. May be repeated, and done by two at once.
 */
export async function rollBackNext(ctx: StudioContext, job: PeopleImport): Promise<void> {
  const { db, studio, now } = ctx
  const step = newId()
  const own = sql`studio_id = ${studio.id} AND import_id = ${job.id}`
  const open = sql`${own} AND outcome IN ('added', 'filled')`
  const decided = (outcome: string) => sql`SELECT person_id FROM imported_people
    WHERE ${own} AND step = ${step} AND outcome = ${outcome}`
  await batch(db, {
    decide: db.run(sql`
      UPDATE imported_people SET step = ${step}, outcome = CASE
        WHEN outcome = 'filled' THEN 'emptied'
        WHEN EXISTS (SELECT 1 FROM people AS person WHERE person.studio_id = ${studio.id}
          AND person.id = imported_people.person_id AND ${usedSql()}) THEN 'stayed'
        ELSE 'removed' END
      WHERE ${open} AND line IN (
          SELECT line FROM imported_people WHERE ${open} ORDER BY line LIMIT ${rowsAtOnce})
        AND EXISTS (SELECT 1 FROM people_imports AS job
          WHERE job.studio_id = ${studio.id} AND job.id = ${job.id}
            AND job.state = 'rolling_back')`),
    // What somebody else answered keeps the person; what the file did goes with them.
    answers: forgetAnswersStatement(
      ctx,
      sql`SELECT person_id, filled FROM imported_people
        WHERE ${own} AND step = ${step} AND outcome IN ('removed', 'emptied')`,
    ),
    consents: forgetConsentsStatement(ctx, {
      importId: job.id,
      removed: decided('removed'),
      emptied: decided('emptied'),
    }),
    ...leaveFamiliesStatements(ctx, decided('removed')),
    ...removePeopleStatements(ctx, decided('removed')),
    emptied: emptyPeopleStatement(
      ctx,
      sql`SELECT person_id, filled FROM imported_people
        WHERE ${own} AND step = ${step} AND outcome = 'emptied'`,
    ),
    noted: removeBroughtNotesStatement(
      ctx,
      sql`SELECT import_id || '-' || line FROM imported_people
        WHERE ${own} AND step = ${step} AND outcome = 'emptied'`,
    ),
    sources: db.run(sql`
      DELETE FROM person_sources WHERE studio_id = ${studio.id}
        AND person_id IN (${decided('removed')})`),
    // What was filled and is empty again would be filled by the same file.
    hashes: db.run(sql`
      UPDATE person_sources SET row_hash = '' WHERE studio_id = ${studio.id}
        AND person_id IN (${decided('emptied')})`),
    finish: db.run(sql`
      UPDATE people_imports SET state = 'rolled_back', finished_at = ${now}
      WHERE studio_id = ${studio.id} AND id = ${job.id} AND state = 'rolling_back'
        AND NOT EXISTS (SELECT 1 FROM imported_people WHERE ${open})`),
  })
}
