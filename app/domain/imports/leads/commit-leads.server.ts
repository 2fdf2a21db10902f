import { sql } from 'drizzle-orm'
import { batch } from '#app/db/batch.server.ts'
import { auditEachStatement } from '#app/domain/audit/audit.server.ts'
import {
  fillLeadsStatement,
  importLeadsStatements,
  listTurns,
} from '#app/domain/leads/import-leads.server.ts'
import { beginStatements } from '#app/domain/leads/pipelines/pipeline-queries.server.ts'
import { fillPeopleStatement } from '#app/domain/people/import-statements.server.ts'
import type { StudioContext } from '#app/domain/scope/contexts.ts'
import { newId } from '#app/values/id.ts'
import { groupBy } from '#app/values/table/group-by.ts'
import type { PeopleImport } from '../import-queries.server.ts'
import { advanceStatement, isStepSql, nextRows } from '../import-step.server.ts'
import { matchLeads } from './match-leads.server.ts'
import type { PreparedLead } from './prepare-leads.ts'

/**
 * Takes over the next rows of a file of leads, in one batch, as `importNextPeople` does: anyone who
 * calls it and however often, only the step that moved the cursor writes, and a row is one touch.
 */
export async function importNextLeads(
  ctx: StudioContext & { media: R2Bucket },
  job: PeopleImport,
): Promise<void> {
  const { db, studio } = ctx
  const waiting = await nextRows<PreparedLead>(ctx.media, job)
  const [matched, turns] = [await matchLeads(ctx, waiting), await listTurns(ctx)]
  const rows = matched.map((row) => ({
    ...row,
    tags: [...row.tags.split(', '), job.tag].filter(Boolean).slice(0, 10).join(', '),
  }))
  const step = newId()
  const mine = isStepSql(ctx, job, step)
  const fills = groupBy(rows, ({ leadId }) => leadId)
  const filled = JSON.stringify(
    [...fills.values()]
      .map((same) => ({
        leadId: same[0]!.leadId,
        id: same[0]!.personId,
        filled: Object.assign({}, ...same.map(({ filled }) => filled)) as Record<string, string>,
      }))
      .filter(({ filled }) => Object.keys(filled).length > 0),
  )
  const taken = rows.map(({ line, personId, outcome, filled, leadId, touchId, newPerson }) => ({
    ...{ line, personId, outcome, filled, leadId, touchId, newPerson },
  }))
  const author = { userId: job.actorId, name: job.actorName }
  await batch(db, {
    ...beginStatements(ctx),
    advance: advanceStatement(ctx, job, { step, rows: waiting.length }),
    ...importLeadsStatements(
      ctx,
      rows,
      { file: job.fileName, byName: job.actorName, turns: turns.map(({ id }) => id) },
      mine,
    ),
    fillPeople: fillPeopleStatement(ctx, filled, mine),
    fillLeads: fillLeadsStatement(ctx, filled, mine),
    imported: db.run(sql`
      INSERT INTO imported_people (studio_id, import_id, line, person_id, outcome, filled, lead_id,
        touch_id, new_person)
      SELECT ${studio.id}, ${job.id}, value ->> 'line', value ->> 'personId', value ->> 'outcome',
        value -> 'filled', value ->> 'leadId', value ->> 'touchId', value ->> 'newPerson'
      FROM json_each(${JSON.stringify(taken)}) AS input WHERE ${mine}
      ON CONFLICT DO NOTHING`),
    audit: auditEachStatement(
      { ...ctx, actor: author },
      {
        action: 'lead.imported',
        subjectKind: 'lead',
        detail: sql`json_object('importId', ${job.id}, 'file', ${job.fileName})`,
      },
      {
        idSql: sql`input.value ->> 'auditId'`,
        subjectIdSql: sql`input.value ->> 'leadId'`,
        from: sql`(SELECT value FROM json_each(${JSON.stringify(
          rows
            .filter(({ outcome }) => outcome === 'added')
            .map(({ line, leadId }) => ({ leadId, auditId: `${job.id}-${line}` })),
        )}) WHERE ${mine}) AS input`,
      },
    ),
  })
}
