import { sql } from 'drizzle-orm'
import { batch } from '#app/db/batch.server.ts'
import { removeLeadsStatements } from '#app/domain/leads/import-leads.server.ts'
import {
  emptyPeopleStatement,
  removePeopleStatements,
} from '#app/domain/people/import-statements.server.ts'
import type { StudioContext } from '#app/domain/scope/contexts.ts'
import { newId } from '#app/values/id.ts'
import type { PeopleImport } from '../import-queries.server.ts'
import { rowsAtOnce } from '../imported-file.server.ts'
import { leadStaysSql } from '../used-since.server.ts'

/**
 * Takes the next leads of a file back, in one batch: those that nobody has worked on go, with their
 * people where the file brought them; of leads that were there before, its touches go.
 */
export async function rollBackNextLeads(ctx: StudioContext, job: PeopleImport): Promise<void> {
  const { db, studio, now } = ctx
  const step = newId()
  const own = sql`studio_id = ${studio.id} AND import_id = ${job.id}`
  const open = sql`${own} AND outcome IN ('added', 'filled')`
  const decided = (column: string, outcome: string) => sql`
    SELECT ${sql.raw(column)} FROM imported_people
    WHERE ${own} AND step = ${step} AND outcome = ${outcome}`
  const leads = decided('lead_id', 'removed')
  const people = sql`${decided('person_id', 'removed')} AND new_person = 1`
  const touched = decided('lead_id, touch_id', 'emptied')
  const filled = sql`
    SELECT imported.lead_id, imported.person_id, json_group_object(said.key, said.value) AS filled
    FROM imported_people AS imported, json_each(imported.filled) AS said
    WHERE ${own} AND step = ${step} AND outcome = 'emptied'
    GROUP BY imported.lead_id, imported.person_id`
  const {
    ownTouches,
    leads: removed,
    pairs,
    keys,
    ...rest
  } = removeLeadsStatements(ctx, {
    ...{ leads, people, touched, filled },
  })
  await batch(db, {
    decide: db.run(sql`
      UPDATE imported_people AS imported SET step = ${step}, outcome = CASE
        WHEN outcome = 'filled' THEN 'emptied'
        WHEN EXISTS (SELECT 1 FROM people AS person WHERE person.studio_id = ${studio.id}
          AND person.id = imported.person_id AND ${leadStaysSql()}) THEN 'stayed'
        ELSE 'removed' END
      WHERE ${open} AND line IN (
          SELECT line FROM imported_people WHERE ${open} ORDER BY line LIMIT ${rowsAtOnce})
        AND EXISTS (SELECT 1 FROM people_imports AS job
          WHERE job.studio_id = ${studio.id} AND job.id = ${job.id}
            AND job.state = 'rolling_back')`),
    ownTouches,
    removed,
    pairs,
    keys,
    ...removePeopleStatements(ctx, people),
    ...rest,
    peopleEmptied: emptyPeopleStatement(ctx, filled),
    finish: db.run(sql`
      UPDATE people_imports SET state = 'rolled_back', finished_at = ${now}
      WHERE studio_id = ${studio.id} AND id = ${job.id} AND state = 'rolling_back'
        AND NOT EXISTS (SELECT 1 FROM imported_people WHERE ${open})`),
  })
}
