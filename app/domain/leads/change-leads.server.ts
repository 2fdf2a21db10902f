import { type SQL, sql } from 'drizzle-orm'
import { batch, changed, type Statement } from '#app/db/batch.server.ts'
import { auditStatement, rightAfterChange } from '#app/domain/audit/audit.server.ts'
import type { StaffContext } from '#app/domain/scope/staff-context.ts'
import { giveTasksStatement } from '#app/domain/tasks/task-statements.server.ts'
import { liveSql } from './lead-sql.server.ts'
import { moveStatements } from './move-lead.server.ts'
import { beginStatements, leadSetting } from './pipelines/pipeline-queries.server.ts'
import { stageOfKind } from './stages.ts'

/** What is done with several leads at once. */
export type LeadsChange =
  | { act: 'assign'; ownerId: string }
  | { act: 'tag'; tag: string }
  | { act: 'lose'; reason: string }

/** More are done in several goes. */
export const mostAtOnce = 500

export type LeadsChanged =
  | { ok: true; changed: number; same: number }
  | { ok: false; reason: 'no_owner' }

/**
 * Gives leads to someone of staff, tags them, or loses them with a reason, as one batch. Those that
 * are so already, are over, or are another studio's are left out and counted as `same`.
 */
export async function changeLeads(
  ctx: StaffContext,
  ids: readonly string[],
  change: LeadsChange,
): Promise<LeadsChanged> {
  const { db, studio } = ctx
  const chosen = ids.slice(0, mostAtOnce)
  const among = sql`leads.id IN (SELECT value FROM json_each(${JSON.stringify(chosen)}))`
  if (change.act === 'assign' && !(await isStaff(ctx, change.ownerId)))
    return { ok: false, reason: 'no_owner' }
  const { action, open, statements } = await statementsOf(ctx, among, change)
  const done = (await batch(db, {
    ...beginStatements(ctx),
    // Before the change, while it can still be seen whether there is one.
    audit: auditStatement(
      ctx,
      {
        action,
        subjectKind: 'studio',
        subjectId: studio.id,
        detail: { leads: chosen.length },
        ...('reason' in change ? { reason: change.reason } : {}),
      },
      sql`EXISTS (SELECT 1 FROM leads WHERE leads.studio_id = ${studio.id} AND ${among} AND ${open})`,
    ),
    ...statements,
  })) as Record<string, unknown>
  const n = Object.keys(statements)
    .filter((name) => name.startsWith('change'))
    .reduce((sum, name) => sum + changed(done[name]), 0)
  return { ok: true, changed: n, same: chosen.length - n }
}

const isStaff = async ({ db, studio }: StaffContext, personId: string) =>
  (
    await db.all(sql`SELECT 1 FROM people WHERE studio_id = ${studio.id} AND id = ${personId}
      AND is_staff = 1 AND archived_at IS NULL`)
  ).length > 0

type Statements = Record<string, Statement<D1Result> | null>

/** Those named `change…` count what they change; `open` is true of a lead that is not so already. */
async function statementsOf(
  ctx: StaffContext,
  among: SQL,
  change: LeadsChange,
): Promise<{ action: string; open: SQL; statements: Statements }> {
  const { db, studio } = ctx
  const mine = sql`leads.studio_id = ${studio.id} AND ${among}`
  if (change.act === 'assign') {
    const personId = change.ownerId
    const open = sql`owner_id IS NOT ${personId}`
    return {
      action: 'leads.assigned',
      open,
      statements: {
        tasks: giveTasksStatement(ctx, {
          kind: 'lead_next',
          refs: sql`SELECT leads.next_ref FROM leads WHERE ${mine}`,
          personId,
        }),
        change: db.run(sql`
          UPDATE leads SET owner_id = ${personId}, version = version + 1
          WHERE ${mine} AND ${open}`),
      },
    }
  }
  if (change.act === 'tag') {
    const open = sql`instr(', ' || tags || ', ', ${`, ${change.tag}, `}) = 0 AND length(tags) < 300`
    return {
      action: 'leads.tagged',
      open,
      statements: {
        change: db.run(sql`
          UPDATE leads SET version = version + 1,
            tags = iif(tags = '', ${change.tag}, tags || ', ' || ${change.tag})
          WHERE ${mine} AND ${open}`),
      },
    }
  }
  const { pipelines } = await leadSetting(ctx)
  const statements: Statements = {}
  for (const [i, pipeline] of pipelines.entries()) {
    const lost = stageOfKind(pipeline, 'lost')
    if (!lost) continue
    const which = sql`${among} AND leads.pipeline_id = ${pipeline.id} AND ${liveSql('leads')}`
    const { move, ...before } = moveStatements(ctx, which, lost, { reason: change.reason })
    for (const [name, statement] of Object.entries(before)) statements[`${name}${i}`] = statement
    statements[`change${i}`] = move
  }
  return { action: 'leads.lost', open: liveSql('leads'), statements }
}

export type LeadDetails = {
  sourceId: string
  ownerId: string
  interest: string
  preferredTimes: string
  campaign: string
  referredBy: string
  tags: string
}

/**
 * Changes what is known of a lead; its open task goes with its owner. The same again changes nothing.
 * False where there is none.
 */
export async function changeLead(
  ctx: StaffContext,
  leadId: string,
  { sourceId, ownerId, interest, preferredTimes, campaign, referredBy, tags }: LeadDetails,
): Promise<boolean> {
  const { db, studio } = ctx
  const mine = sql`leads.studio_id = ${studio.id} AND leads.id = ${leadId}`
  const owner = ownerId !== '' && (await isStaff(ctx, ownerId)) ? ownerId : null
  const source = sql`coalesce((SELECT id FROM lead_sources
    WHERE studio_id = ${studio.id} AND id = ${sourceId}), source_id)`
  const { there } = await batch(db, {
    change: db.run(sql`
      UPDATE leads SET source_id = ${source}, owner_id = ${owner}, interest = ${interest},
        preferred_times = ${preferredTimes}, campaign = ${campaign}, referred_by = ${referredBy},
        tags = ${tags}, version = version + 1
      WHERE ${mine}
        AND (source_id, owner_id, interest, preferred_times, campaign, referred_by, tags) IS NOT
          (${source}, ${owner}, ${interest}, ${preferredTimes}, ${campaign}, ${referredBy}, ${tags})`),
    audit: auditStatement(
      ctx,
      { action: 'lead.changed', subjectKind: 'lead', subjectId: leadId },
      rightAfterChange,
    ),
    tasks:
      owner === null
        ? null
        : giveTasksStatement(ctx, {
            kind: 'lead_next',
            refs: sql`SELECT leads.next_ref FROM leads WHERE ${mine}`,
            personId: owner,
          }),
    there: db.all<{ id: string }>(sql`SELECT id FROM leads WHERE ${mine}`),
  })
  return there.length > 0
}
