import { sql } from 'drizzle-orm'
import { batch, changed, type Statement } from '#app/db/batch.server.ts'
import { auditStatement, lineWrittenSql } from '#app/domain/audit/audit.server.ts'
import { queueStatement } from '#app/domain/messaging/outbox.server.ts'
import { unsubscribeLinkStatement } from '#app/domain/people/consents/unsubscribe.server.ts'
import type { StaffContext } from '#app/domain/scope/staff-context.ts'
import { closeTasksStatement } from '#app/domain/tasks/task-statements.server.ts'
import { leadMessage } from '#app/messages/leads/lead-message.ts'
import { paths } from '#app/paths.ts'
import { bulkLeads } from './bulk-leads.server.ts'
import { asksAnswerSql, liveSql } from './lead-sql.server.ts'
import { moveStatements } from './move-lead.server.ts'
import { beginStatements, leadSetting } from './pipelines/pipeline-queries.server.ts'
import { stageOfKind } from './stages.ts'

/**
 * Writes to several leads, an email each, and notes it as a touch; those who may not be written to
 * are left out (`bulkLeads`). The form's key makes it one message however often it is sent. Answers
 * how many were written to now and how many were left.
 */
export async function messageLeads(
  ctx: StaffContext,
  ids: readonly string[],
  { key, subject, text }: { key: string; subject: string; text: string },
): Promise<{ changed: number; same: number }> {
  const { db, studio, now, nowMs, origin, actor } = ctx
  const found = await bulkLeads(ctx, 'message', ids)
  const rows = found.filter(({ why }) => why === null)
  if (rows.length === 0) return { changed: 0, same: found.length }
  const lineId = `leads-message-${key}`
  const here = `${origin}${paths.unsubscribe(studio, '')}`
  const statements: Record<string, Statement<D1Result>> = {}
  for (const { id, personId, name, preferredName, email } of rows) {
    statements[`link ${id}`] = unsubscribeLinkStatement(ctx, personId)
    statements[`letter ${id}`] = queueStatement(
      db,
      {
        studioId: studio.id,
        dedupeKey: `lead-message:${studio.id}:${id}:${key}`,
        to: email,
        kind: 'lead-message',
        letter: leadMessage({
          studio,
          subject,
          text,
          from: actor.name,
          name: preferredName || (name.split(' ')[0] ?? name),
        }),
        unsubscribe: sql`(SELECT ${here} || link.token FROM unsubscribe_links AS link
          WHERE link.studio_id = ${studio.id} AND link.person_id = ${personId})`,
      },
      nowMs,
      lineWrittenSql(lineId),
    )
  }
  const written = sql`leads.studio_id = ${studio.id} AND leads.id IN (
    SELECT value FROM json_each(${JSON.stringify(rows.map(({ id }) => id))}))`
  // The first word to a new lead ends its waiting, as a call would.
  const { pipelines } = await leadSetting(ctx)
  const moves = Object.fromEntries(
    pipelines.flatMap((pipeline, i) => {
      const contacted = stageOfKind(pipeline, 'contacted')
      const waiting = pipeline.stages.filter(({ kind }) => kind === 'new').map(({ id }) => id)
      if (!contacted) return []
      const which = sql`${written} AND leads.stage_id IN (
        SELECT value FROM json_each(${JSON.stringify(waiting)})) AND ${lineWrittenSql(lineId)}`
      return Object.entries(moveStatements(ctx, which, contacted)).map(([name, statement]) => [
        `${name}${i}`,
        statement,
      ])
    }),
  )
  const { line } = await batch(db, {
    ...beginStatements(ctx),
    line: auditStatement(ctx, {
      id: lineId,
      action: 'leads.messaged',
      subjectKind: 'studio',
      subjectId: studio.id,
      detail: { leads: rows.length, subject },
    }),
    ...statements,
    touches: db.run(sql`
      INSERT INTO lead_touches (id, studio_id, lead_id, kind, text, by_name, at)
      SELECT ${key} || '-' || leads.id, leads.studio_id, leads.id, 'email',
        ${`${subject}\n${text}`}, ${actor.name}, ${now}
      FROM leads WHERE ${written} AND ${lineWrittenSql(lineId)}
      ON CONFLICT (studio_id, id) DO NOTHING`),
    closed: closeTasksStatement(ctx, {
      kind: 'lead_next',
      refs: sql`SELECT leads.next_ref FROM leads WHERE ${written} AND ${asksAnswerSql}
        AND ${lineWrittenSql(lineId)}`,
    }),
    unplanned: db.run(sql`
      UPDATE leads SET next_ref = NULL, next_at = NULL
      WHERE ${written} AND ${asksAnswerSql} AND ${lineWrittenSql(lineId)}`),
    ...moves,
    reached: db.run(sql`
      UPDATE leads SET contacted_at = ${now}, version = version + 1,
        answer_minutes = max(0, (unixepoch(${now}) - unixepoch(created_at)) / 60)
      WHERE ${written} AND contacted_at IS NULL AND ${liveSql('leads')}
        AND ${lineWrittenSql(lineId)}`),
  })
  return changed(line) > 0
    ? { changed: rows.length, same: found.length - rows.length }
    : { changed: 0, same: found.length }
}
