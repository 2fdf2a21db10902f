import { sql } from 'drizzle-orm'
import { batch, changed } from '#app/db/batch.server.ts'
import type { NextAction } from '#app/db/studio/leads-words.ts'
import { auditStatement, rightAfterChange } from '#app/domain/audit/audit.server.ts'
import type { StaffContext } from '#app/domain/scope/staff-context.ts'
import {
  closeTasksStatement,
  raiseTaskStatement,
} from '#app/domain/tasks/task-statements.server.ts'
import { paths } from '#app/paths.ts'
import type { Instant } from '#app/values/instant.ts'
import { asksAnswerSql, liveSql } from './lead-sql.server.ts'
import { moveStatements } from './move-lead.server.ts'
import { beginStatements, leadSetting } from './pipelines/pipeline-queries.server.ts'
import { stageOfKind } from './stages.ts'

export type Contact = {
  /** The form's key: sent twice it is one line. */
  key: string
  kind: 'call' | 'sms' | 'email' | 'note'
  text: string
}

/**
 * Writes down a call, a text, an email or a note. The first word to a new lead, or one that wrote
 * again, ends its waiting: a new one moves to the stage of those who were contacted, how long it
 * took is kept, and its task is closed. False where the studio has no such lead.
 */
export async function logContact(
  ctx: StaffContext,
  leadId: string,
  { key, kind, text }: Contact,
): Promise<boolean> {
  const { db, studio, now, actor } = ctx
  const { pipelines } = await leadSetting(ctx)
  const { lead } = await batch(db, {
    lead: db.all<{ pipelineId: string; stageId: string; answering: string | null }>(sql`
      SELECT pipeline_id AS pipelineId, stage_id AS stageId,
        iif(${asksAnswerSql}, next_ref, NULL) AS answering FROM leads
      WHERE studio_id = ${studio.id} AND id = ${leadId}`),
  })
  const [found] = lead
  if (!found) return false
  const pipeline = pipelines.find(({ id }) => id === found.pipelineId)
  const isNew = pipeline?.stages.find(({ id }) => id === found.stageId)?.kind === 'new'
  const contacted = pipeline && stageOfKind(pipeline, 'contacted')
  const moves = kind !== 'note' && isNew && contacted
  const answers = kind === 'note' ? null : found.answering
  await batch(db, {
    ...beginStatements(ctx),
    touch: db.run(sql`
      INSERT INTO lead_touches (id, studio_id, lead_id, kind, text, by_name, at)
      SELECT ${key}, studio_id, id, ${kind}, ${text}, ${actor.name}, ${now}
      FROM leads WHERE studio_id = ${studio.id} AND id = ${leadId}
      ON CONFLICT (studio_id, id) DO NOTHING`),
    audit: auditStatement(
      ctx,
      { action: 'lead.contact_logged', subjectKind: 'lead', subjectId: leadId, detail: { kind } },
      rightAfterChange,
    ),
    ...(moves ? moveStatements(ctx, sql`leads.id = ${leadId}`, contacted) : {}),
    reached:
      kind === 'note'
        ? null
        : db.run(sql`
            UPDATE leads SET contacted_at = coalesce(contacted_at, ${now}),
              answer_minutes = iif(contacted_at IS NULL,
                max(0, (unixepoch(${now}) - unixepoch(created_at)) / 60), answer_minutes)
            WHERE studio_id = ${studio.id} AND id = ${leadId}
              AND EXISTS (SELECT 1 FROM lead_touches WHERE studio_id = ${studio.id} AND id = ${key})`),
    closed: answers
      ? closeTasksStatement(ctx, { kind: 'lead_next', refs: sql`SELECT ${answers}` })
      : null,
    unplanned: answers
      ? db.run(sql`UPDATE leads SET next_ref = NULL, next_at = NULL
          WHERE studio_id = ${studio.id} AND id = ${leadId} AND next_ref = ${answers}`)
      : null,
  })
  return true
}

export type NextPlan = { key: string; action: NextAction; at: Instant; note: string }

/**
 * Plans what is next with a lead: a task of its owner's, instead of the one before. The form's key
 * is its cause. False for a lead that is not open.
 */
export async function planNext(
  ctx: StaffContext,
  leadId: string,
  { key, action, at, note }: NextPlan,
): Promise<boolean> {
  const { db, studio } = ctx
  const { lead } = await batch(db, {
    lead: db.all<{ name: string; ownerId: string | null }>(sql`
      SELECT person.name, leads.owner_id AS ownerId FROM leads
      JOIN people AS person ON person.id = leads.person_id
      WHERE leads.studio_id = ${studio.id} AND leads.id = ${leadId} AND ${liveSql('leads')}`),
  })
  const [found] = lead
  if (!found) return false
  const still = sql`EXISTS (SELECT 1 FROM leads
    WHERE leads.id = ${leadId} AND leads.next_ref = ${key})`
  const { planned } = await batch(db, {
    before: closeTasksStatement(ctx, {
      kind: 'lead_next',
      refs: sql`SELECT next_ref FROM leads
        WHERE studio_id = ${studio.id} AND id = ${leadId} AND next_ref <> ${key}`,
    }),
    planned: db.run(sql`
      UPDATE leads SET next_ref = ${key}, next_at = ${at}
      WHERE studio_id = ${studio.id} AND id = ${leadId} AND ${liveSql('leads')}
        AND next_ref IS NOT ${key}`),
    audit: auditStatement(
      ctx,
      { action: 'lead.planned', subjectKind: 'lead', subjectId: leadId, detail: { action, at } },
      rightAfterChange,
    ),
    task: raiseTaskStatement(
      ctx,
      {
        cause: { kind: 'lead_next', ref: key },
        facts: { name: found.name, action, note },
        role: 'front_desk',
        personId: found.ownerId,
        dueAt: at,
        endsAt: null,
        path: paths.manageLead(studio, leadId),
      },
      still,
    ),
  })
  return changed(planned) >= 0
}

/** What was planned is done: nothing is next. Twice is once; false where there is no such lead. */
export async function finishNext(ctx: StaffContext, leadId: string): Promise<boolean> {
  const { db, studio } = ctx
  const mine = sql`studio_id = ${studio.id} AND id = ${leadId}`
  const { found } = await batch(db, {
    closed: closeTasksStatement(ctx, {
      kind: 'lead_next',
      refs: sql`SELECT next_ref FROM leads WHERE ${mine}`,
    }),
    gone: db.run(
      sql`UPDATE leads SET next_ref = NULL, next_at = NULL WHERE ${mine} AND next_ref IS NOT NULL`,
    ),
    audit: auditStatement(
      ctx,
      { action: 'lead.next_done', subjectKind: 'lead', subjectId: leadId },
      rightAfterChange,
    ),
    found: db.all(sql`SELECT id FROM leads WHERE ${mine}`),
  })
  return found.length > 0
}
