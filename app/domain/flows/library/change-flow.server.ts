import { sql } from 'drizzle-orm'
import { batch } from '#app/db/batch.server.ts'
import { auditStatement, lineWrittenSql, rightAfterChange } from '#app/domain/audit/audit.server.ts'
import type { StaffContext } from '#app/domain/scope/staff-context.ts'
import { newId } from '#app/values/id.ts'
import { type EditRefusal, editFlow, type FlowEdit } from '../plan/edit-flow.ts'
import { type FoundFlow, flowStatement, planOf } from './flow-queries.server.ts'
import { pinTaughtStatement, summaryOf, versionStatements } from './flow-statements.server.ts'

export type ChangeFlowResult =
  | { ok: true; what: string; version: number }
  | { ok: false; reason: EditRefusal | 'not_found' | 'archived' | 'busy' | 'nothing_before' }

/** How many times an edit is tried again on what somebody else saved between reading and writing. */
const tries = 6

/**
 * Makes one edit of a flow as its next version. It is made on the newest plan, no matter who saved that:
 * edits of other items that come at the same moment all stay. Refused where somebody else changed
 * or removed the same item since the form was opened, where the flow is full or archived, and at
 * the ends of the order. Classes that have begun keep the version they were taught from.
 */
export async function changeFlow(
  ctx: StaffContext,
  flowId: string,
  edit: FlowEdit,
): Promise<ChangeFlowResult> {
  for (let i = 0; i < tries; i += 1) {
    const [found] = await flowStatement(ctx, ctx.actor, flowId)
    if (!found) return { ok: false, reason: 'not_found' }
    if (found.state === 'archived') return { ok: false, reason: 'archived' }
    const result = editFlow(planOf(found), edit, found.version + 1)
    if (!result.ok) return result
    const { plan, what, same } = result
    if (same) return { ok: true, what, version: found.version }
    if (await saveVersion(ctx, found, plan, what))
      return { ok: true, what, version: found.version + 1 }
  }
  return { ok: false, reason: 'busy' }
}

/**
 * Makes the plan of an older version the newest again; nothing is taken out of the history. With
 * `from` left out it is the one before: undo, which is refused where somebody saved something since
 * `version`, as it would undo what nobody looked at.
 */
export async function restoreVersion(
  ctx: StaffContext,
  flowId: string,
  { version, from }: { version: number; from?: number },
): Promise<ChangeFlowResult> {
  const wanted = from ?? version - 1
  const [[now], [then]] = await Promise.all([
    flowStatement(ctx, ctx.actor, flowId),
    flowStatement(ctx, ctx.actor, flowId, wanted),
  ])
  if (!now) return { ok: false, reason: 'not_found' }
  if (now.state === 'archived') return { ok: false, reason: 'archived' }
  if (now.version !== version) return { ok: false, reason: 'changed_meanwhile' }
  if (!then) return { ok: false, reason: 'nothing_before' }
  const what = from === undefined ? `Undid: ${now.what}` : `Restored version ${from}`
  // Anyone who has an item open sees that it is another one now.
  const plan = planOf(then)
  const rev = now.version + 1
  const changed = {
    ...plan,
    about: { ...plan.about, rev },
    blocks: plan.blocks.map((block) => ({
      ...block,
      rev,
      items: block.items.map((item) => ({ ...item, rev })),
    })),
  }
  return (await saveVersion(ctx, now, changed, what))
    ? { ok: true, what, version: rev }
    : { ok: false, reason: 'changed_meanwhile' }
}

/** Writes a plan behind the version it was made of; false where that is the newest no more. */
async function saveVersion(
  ctx: StaffContext,
  { id, version }: Pick<FoundFlow, 'id' | 'version'>,
  plan: Parameters<typeof summaryOf>[0],
  what: string,
): Promise<boolean> {
  const { db, studio, now } = ctx
  const row = summaryOf(plan)
  const lineId = newId()
  const { after } = await batch(db, {
    pin: pinTaughtStatement(ctx, id),
    change: db.run(sql`
      UPDATE flows SET title = ${row.title}, discipline_id = ${row.disciplineId},
        level = ${row.level}, focus = ${row.focus}, minutes = ${row.minutes},
        seconds = ${row.seconds}, items = ${row.items}, version = version + 1,
        updated_at = ${now}
      WHERE studio_id = ${studio.id} AND id = ${id} AND version = ${version}
        AND state <> 'archived'`),
    audit: auditStatement(
      ctx,
      {
        id: lineId,
        action: 'flow.changed',
        subjectKind: 'flow',
        subjectId: id,
        detail: { what, version: version + 1 },
      },
      rightAfterChange,
    ),
    ...versionStatements(ctx, { id, version: version + 1, plan, what }, lineWrittenSql(lineId)),
    after: db.all<{ written: number }>(sql`SELECT ${lineWrittenSql(lineId)} AS written`),
  })
  return after[0]?.written === 1
}
