import { type SQL, sql } from 'drizzle-orm'
import type { StaffContext } from '#app/domain/scope/staff-context.ts'
import { liveSql } from './lead-sql.server.ts'
import { moveStatements } from './move-lead.server.ts'
import { leadSetting } from './pipelines/pipeline-queries.server.ts'
import { stageOfKind } from './stages.ts'

/**
 * Two records of one human are leads, both open: the one of the record that goes is closed, and what
 * was said with it joins the story of the other. For the batch that merges them, before the leads
 * go over. A pair that one form named is decided with it.
 */
export async function settleTwinLeads(
  ctx: StaffContext,
  { keptId, goneId }: { keptId: string; goneId: string },
  onlyIf: SQL,
) {
  const { db, studio } = ctx
  const { pipelines } = await leadSetting(ctx)
  const [stage] = pipelines.flatMap((pipeline) => stageOfKind(pipeline, 'lost') ?? [])
  const liveOf = (personId: string) => sql`SELECT live.id FROM leads AS live
    WHERE live.studio_id = ${studio.id} AND live.person_id = ${personId} AND ${liveSql('live')}`
  const twin = sql`leads.person_id = ${goneId} AND ${liveSql('leads')}
    AND EXISTS (${liveOf(keptId)})`
  const pair = db.run(sql`
    DELETE FROM lead_pairs WHERE studio_id = ${studio.id} AND ${onlyIf}
      AND (person_id = ${keptId} AND other_id = ${goneId}
        OR person_id = ${goneId} AND other_id = ${keptId})`)
  if (!stage) return { pair }
  const moved = moveStatements(ctx, twin, stage, { reason: 'Merged with another record', onlyIf })
  return {
    pair,
    touches: db.run(sql`
      UPDATE lead_touches SET lead_id = (${liveOf(keptId)})
      WHERE studio_id = ${studio.id} AND ${onlyIf} AND EXISTS (${liveOf(keptId)})
        AND lead_id IN (${liveOf(goneId)})`),
    twinEnded: moved.ended,
    twinStory: moved.story,
    twinMove: moved.move,
    twinAudit: moved.audit,
  }
}
