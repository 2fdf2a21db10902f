import { sql } from 'drizzle-orm'
import { batch } from '#app/db/batch.server.ts'
import { auditStatement, lineWrittenSql, rightAfterChange } from '#app/domain/audit/audit.server.ts'
import type { StaffContext } from '#app/domain/scope/staff-context.ts'
import type { FlowPlan } from '../plan/flow-plan.ts'
import type { NewFlowForm } from './flow-forms.ts'
import { choosesOwn, flowStatement, planOf } from './flow-queries.server.ts'
import { summaryOf, versionStatements } from './flow-statements.server.ts'

/** The blocks that a new flow begins with; each can be renamed and removed. */
const firstBlocks = ['Warm-up', 'Build', 'Peak', 'Cool-down']

/**
 * Adds a flow as a draft of the person who adds it, with empty blocks. Sent again it is the same one. Null
 * where the discipline is not one of the studio's.
 */
export async function addFlow(ctx: StaffContext, form: NewFlowForm): Promise<string | null> {
  const { key, discipline, ...about } = form
  if (!(await choosesOwn(ctx, 'disciplines', discipline))) return null
  const plan: FlowPlan = {
    about: { rev: 1, beat: 1, disciplineId: discipline, ...about },
    blocks: firstBlocks.map((name, i) => ({ id: `b${i}`, rev: 1, name, items: [] })),
    tracks: [],
  }
  await insertFlow(ctx, key, plan, { action: 'flow.added', what: 'Started' })
  return key
}

/**
 * A copy of a flow as it is now, as a draft of the person who copies it: so a coach makes a shared flow
 * their own. False where there is no such flow for them. Sent again it is the same copy.
 */
export async function copyFlow(ctx: StaffContext, flowId: string, key: string): Promise<boolean> {
  const [found] = await flowStatement(ctx, ctx.actor, flowId)
  if (!found) return false
  const plan = planOf(found)
  const title = `Copy of ${plan.about.title}`.slice(0, 80)
  await insertFlow(
    ctx,
    key,
    { ...plan, about: { ...plan.about, title } },
    { action: 'flow.copied', what: `Copied from ${plan.about.title}, version ${found.version}` },
  )
  return true
}

async function insertFlow(
  ctx: StaffContext,
  id: string,
  plan: FlowPlan,
  { action, what }: { action: string; what: string },
): Promise<void> {
  const { db, studio, now, actor } = ctx
  const row = summaryOf(plan)
  const lineId = `flow-${id}`
  await batch(db, {
    add: db.run(sql`
      INSERT INTO flows (id, studio_id, title, discipline_id, level, focus, minutes, seconds,
        items, state, author_id, author_name, version, created_at, updated_at)
      VALUES (${id}, ${studio.id}, ${row.title}, ${row.disciplineId}, ${row.level}, ${row.focus},
        ${row.minutes}, ${row.seconds}, ${row.items}, 'draft', ${actor.userId}, ${actor.name}, 1,
        ${now}, ${now})
      ON CONFLICT DO NOTHING`),
    audit: auditStatement(
      ctx,
      {
        id: lineId,
        action,
        subjectKind: 'flow',
        subjectId: id,
        detail: { title: row.title },
      },
      rightAfterChange,
    ),
    // Behind its own line alone: an id that another studio has is not one of ours.
    ...versionStatements(
      ctx,
      { id, version: 1, plan, what },
      sql`${lineWrittenSql(lineId)} AND EXISTS (SELECT 1 FROM flows
        WHERE studio_id = ${studio.id} AND id = ${id} AND version = 1)`,
    ),
  })
}
