import { sql } from 'drizzle-orm'
import { batch } from '#app/db/batch.server.ts'
import { auditStatement, rightAfterChange } from '#app/domain/audit/audit.server.ts'
import type { StaffContext } from '#app/domain/scope/staff-context.ts'
import { opensFlowSql } from '../library/flow-queries.server.ts'

export type SetFlowResult =
  | { ok: true }
  | { ok: false; reason: 'not_found' | 'over' | 'unknown_flow' | 'changed_meanwhile' }

/**
 * Sets the flow a class is taught from, or takes it off (`flow` empty), over the one the page
 * showed (`was`). Refused: a class of another studio, one that is over or cancelled, a flow that is
 * archived, another coach's draft or another studio's, and a change that somebody made meanwhile.
 */
export async function setClassFlow(
  ctx: StaffContext,
  occurrenceId: string,
  { flow, was }: { flow: string; was: string },
): Promise<SetFlowResult> {
  const { db, studio, now, actor } = ctx
  const open = sql`EXISTS (SELECT 1 FROM occurrences AS o
    WHERE o.studio_id = ${studio.id} AND o.id = ${occurrenceId}
      AND o.state IN ('scheduled', 'draft') AND o.ends_at > ${now})`
  const here = sql`studio_id = ${studio.id} AND occurrence_id = ${occurrenceId}`
  const usable = usableSql(ctx, flow)
  const shown = was
    ? sql`EXISTS (SELECT 1 FROM class_flows WHERE ${here} AND flow_id = ${was})`
    : sql`NOT EXISTS (SELECT 1 FROM class_flows WHERE ${here})`
  const write = flow
    ? sql`INSERT INTO class_flows (studio_id, occurrence_id, flow_id, set_at)
        SELECT ${studio.id}, ${occurrenceId}, ${flow}, ${now}
        WHERE ${open} AND ${usable} AND ${shown} AND ${flow} <> ${was}
        ON CONFLICT (studio_id, occurrence_id) DO UPDATE
          SET flow_id = excluded.flow_id, version = NULL, set_at = excluded.set_at`
    : sql`DELETE FROM class_flows WHERE ${here} AND flow_id = ${was} AND ${open}`
  const { found } = await batch(db, {
    write: db.run(write),
    audit: auditStatement(
      ctx,
      {
        action: 'class.flow_set',
        subjectKind: 'occurrence',
        subjectId: occurrenceId,
        detail: { from: was, to: flow, by: actor.role },
      },
      rightAfterChange,
    ),
    found: db.all<{ exists: number; open: number; usable: number; flow: string | null }>(sql`
      SELECT EXISTS (SELECT 1 FROM occurrences
          WHERE studio_id = ${studio.id} AND id = ${occurrenceId}) AS "exists",
        ${open} AS open, ${usable} AS usable,
        (SELECT flow_id FROM class_flows WHERE ${here}) AS flow`),
  })
  const stands = found[0]
  if (!stands?.exists) return { ok: false, reason: 'not_found' }
  if ((stands.flow ?? '') === flow) return { ok: true }
  if (!stands.open) return { ok: false, reason: 'over' }
  if (flow && !stands.usable) return { ok: false, reason: 'unknown_flow' }
  return { ok: false, reason: 'changed_meanwhile' }
}

/**
 * Sets the flow that classes of a series are taught from. Its coming classes that had what the
 * series had before, or nothing, take it too; those planned for themselves keep their own. A class
 * that has begun keeps what it was taught from.
 */
export async function setSeriesFlow(
  ctx: StaffContext,
  seriesId: string,
  { flow, was }: { flow: string; was: string },
): Promise<SetFlowResult> {
  const { db, studio, now } = ctx
  const here = sql`studio_id = ${studio.id} AND series_id = ${seriesId}`
  const exists = sql`EXISTS (SELECT 1 FROM series
    WHERE studio_id = ${studio.id} AND id = ${seriesId} AND ended_at IS NULL)`
  const usable = usableSql(ctx, flow)
  const shown = was
    ? sql`EXISTS (SELECT 1 FROM series_flows WHERE ${here} AND flow_id = ${was})`
    : sql`NOT EXISTS (SELECT 1 FROM series_flows WHERE ${here})`
  const guard = sql`${exists} AND ${shown} AND ${flow} <> ${was} AND ${flow ? usable : sql`1`}`
  const coming = sql`SELECT o.id FROM occurrences AS o WHERE o.studio_id = ${studio.id}
    AND o.series_id = ${seriesId} AND o.starts_at > ${now} AND o.state IN ('scheduled', 'draft')`
  const { found } = await batch(db, {
    forget: db.run(sql`
      DELETE FROM class_flows WHERE studio_id = ${studio.id} AND flow_id = ${was}
        AND occurrence_id IN (${coming}) AND ${guard}`),
    take: db.run(
      flow
        ? sql`INSERT INTO class_flows (studio_id, occurrence_id, flow_id, set_at)
            SELECT ${studio.id}, id, ${flow}, ${now} FROM (${coming}) WHERE ${guard}
            ON CONFLICT DO NOTHING`
        : sql`SELECT 1`,
    ),
    write: db.run(
      flow
        ? sql`INSERT INTO series_flows (studio_id, series_id, flow_id, set_at)
            SELECT ${studio.id}, ${seriesId}, ${flow}, ${now} WHERE ${guard}
            ON CONFLICT (studio_id, series_id)
              DO UPDATE SET flow_id = excluded.flow_id, set_at = excluded.set_at`
        : sql`DELETE FROM series_flows WHERE ${here} AND ${guard}`,
    ),
    audit: auditStatement(
      ctx,
      {
        action: 'series.flow_set',
        subjectKind: 'series',
        subjectId: seriesId,
        detail: { from: was, to: flow },
      },
      rightAfterChange,
    ),
    found: db.all<{ exists: number; usable: number; flow: string | null }>(sql`
      SELECT ${exists} AS "exists", ${usable} AS usable,
        (SELECT flow_id FROM series_flows WHERE ${here}) AS flow`),
  })
  const stands = found[0]
  if (!stands?.exists) return { ok: false, reason: 'not_found' }
  if ((stands.flow ?? '') === flow) return { ok: true }
  if (flow && !stands.usable) return { ok: false, reason: 'unknown_flow' }
  return { ok: false, reason: 'changed_meanwhile' }
}

/** A class may be taught from what its coaches can open: members then see what is in it. */
const usableSql = ({ studio, actor }: StaffContext, flow: string) =>
  sql`EXISTS (SELECT 1 FROM flows AS flow WHERE flow.studio_id = ${studio.id}
    AND flow.id = ${flow} AND flow.state <> 'archived' AND ${opensFlowSql(actor)})`
