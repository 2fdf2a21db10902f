import { sql } from 'drizzle-orm'
import { batch } from '#app/db/batch.server.ts'
import type { StaffContext } from '#app/domain/scope/staff-context.ts'
import { derivedId } from '#app/values/id.ts'
import { liveSql } from './lead-sql.server.ts'
import { moveStatements } from './move-lead.server.ts'
import { beginStatements, leadSetting } from './pipelines/pipeline-queries.server.ts'
import { rankOf, stageOfKind } from './stages.ts'

export type TrialOutcome = 'booked' | 'held' | 'came' | 'missed' | 'over'

/**
 * Notes what became of a lead's trial, once a booking and outcome: a place is booked or held, they
 * came, missed it, or it is over otherwise. A trial that is booked or attended moves the lead to
 * the stage of that, unless it is further on; how it got there is its story. False for a lead that
 * is none or is over.
 */
export async function noteTrial(
  ctx: StaffContext,
  leadId: string,
  { bookingId, outcome, words }: { bookingId: string; outcome: TrialOutcome; words: string },
): Promise<boolean> {
  const { db, studio, now, actor } = ctx
  const { pipelines } = await leadSetting(ctx)
  const { lead } = await batch(db, {
    lead: db.all<{ pipelineId: string; stageId: string }>(sql`
      SELECT pipeline_id AS pipelineId, stage_id AS stageId FROM leads
      WHERE studio_id = ${studio.id} AND id = ${leadId} AND ${liveSql('leads')}`),
  })
  const [found] = lead
  if (!found) return false
  const pipeline = pipelines.find(({ id }) => id === found.pipelineId)
  const at = pipeline?.stages.find(({ id }) => id === found.stageId)?.kind ?? 'new'
  const to = { booked: 'trial_booked', came: 'trial_attended' } as const
  const kind = outcome === 'booked' || outcome === 'came' ? to[outcome] : null
  const isFurther = kind !== null && (rankOf(at) ?? 0) >= (rankOf(kind) ?? 0)
  const stage = kind && !isFurther && pipeline ? stageOfKind(pipeline, kind) : undefined
  const touchId = await derivedId('lead-trial', leadId, bookingId, outcome)
  await batch(db, {
    ...beginStatements(ctx),
    ...(stage ? moveStatements(ctx, sql`leads.id = ${leadId}`, stage) : {}),
    trial: db.run(sql`
      UPDATE leads SET trial_booking_id = ${bookingId}, trial_outcome = ${outcome},
        trial_booked_at = ${
          outcome === 'held' || outcome === 'over'
            ? sql`trial_booked_at`
            : sql`coalesce(trial_booked_at, ${now})`
        },
        trial_attended_at = ${
          outcome === 'came' ? sql`coalesce(trial_attended_at, ${now})` : sql`trial_attended_at`
        },
        contacted_at = coalesce(contacted_at, ${now}),
        answer_minutes = coalesce(answer_minutes,
          max(0, (unixepoch(${now}) - unixepoch(created_at)) / 60))
      WHERE studio_id = ${studio.id} AND id = ${leadId}`),
    told: db.run(sql`
      INSERT INTO lead_touches (id, studio_id, lead_id, kind, text, detail, by_name, at)
      VALUES (${touchId}, ${studio.id}, ${leadId}, 'trial', ${words},
        ${JSON.stringify({ outcome, bookingId })}, ${actor.name}, ${now})
      ON CONFLICT (studio_id, id) DO NOTHING`),
  })
  return true
}
