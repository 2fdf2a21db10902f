import { sql } from 'drizzle-orm'
import { batch, changed } from '#app/db/batch.server.ts'
import { auditStatement, rightAfterChange } from '#app/domain/audit/audit.server.ts'
import type { StaffContext } from '#app/domain/scope/staff-context.ts'
import type { FlowStateForm } from './flow-forms.ts'
import { opensFlowSql } from './flow-queries.server.ts'

export type FlowStateResult =
  | { ok: true }
  | { ok: false; reason: 'not_found' | 'in_classes' | 'not_yours' }

const states = { share: 'shared', draft: 'draft', archive: 'archived', restore: 'shared' } as const

/**
 * Shares a flow with every coach, makes it its author's draft again, archives or restores it.
 * Refused: taking away from coaches what a coming class is taught from, and making a draft of what
 * another coach wrote, who would not find it any more. Archived, it stays where it was taught.
 */
export async function setFlowState(
  ctx: StaffContext,
  flowId: string,
  { act }: FlowStateForm,
): Promise<FlowStateResult> {
  const { db, studio, now, actor } = ctx
  const here = sql`flow.studio_id = ${studio.id} AND flow.id = ${flowId} AND ${opensFlowSql(actor)}`
  const coming = sql`EXISTS (SELECT 1 FROM class_flows AS planned
    JOIN occurrences AS o ON o.id = planned.occurrence_id AND o.studio_id = ${studio.id}
      AND o.state IN ('scheduled', 'draft')
    WHERE planned.studio_id = ${studio.id} AND planned.flow_id = ${flowId}
      AND planned.starts_at > ${now})
    OR EXISTS (SELECT 1 FROM series_flows AS carried
      WHERE carried.studio_id = ${studio.id} AND carried.flow_id = ${flowId})`
  const guard = {
    share: sql`1`,
    draft: sql`flow.author_id = ${actor.userId} AND NOT (${coming})`,
    archive: sql`NOT (${coming})`,
    restore: sql`1`,
  }[act]
  const { change, found } = await batch(db, {
    change: db.run(sql`
      UPDATE flows AS flow SET state = ${states[act]}, updated_at = ${now}
      WHERE ${here} AND flow.state <> ${states[act]} AND ${guard}`),
    audit: auditStatement(
      ctx,
      { action: `flow.${states[act]}`, subjectKind: 'flow', subjectId: flowId },
      rightAfterChange,
    ),
    found: db.all<{ state: string; mine: number }>(sql`
      SELECT flow.state, flow.author_id = ${actor.userId} AS mine FROM flows AS flow
      WHERE ${here}`),
  })
  if (changed(change) > 0) return { ok: true }
  const [flow] = found
  if (!flow) return { ok: false, reason: 'not_found' }
  if (flow.state === states[act]) return { ok: true }
  return { ok: false, reason: act === 'draft' && !flow.mine ? 'not_yours' : 'in_classes' }
}
