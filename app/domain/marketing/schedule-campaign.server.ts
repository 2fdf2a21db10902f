import { sql } from 'drizzle-orm'
import { batch, changed } from '#app/db/batch.server.ts'
import { auditStatement, rightAfterChange } from '#app/domain/audit/audit.server.ts'
import { nextAllowed } from '#app/domain/automation/quiet-hours.ts'
import type { ListContext } from '#app/domain/people/list/people-where.server.ts'
import type { StaffContext } from '#app/domain/scope/staff-context.ts'
import type { Instant } from '#app/values/instant.ts'
import { type Campaign, findCampaign } from './campaign-queries.server.ts'
import { countAudience } from './count-audience.server.ts'
import { fillClassStatement } from './fill-candidates.server.ts'
import { findMarketingRule } from './marketing-rule.server.ts'

export type ScheduleRefusal = 'changed' | 'past' | 'nobody' | 'class_over'

export type ScheduleResult =
  | { ok: true; at: Instant; people: number }
  | { ok: false; reason: ScheduleRefusal }

/**
 * Sends a draft now (`at` null) or at an instant: no earlier than the studio's quiet hours end.
 * Everyone is counted once more, and asked once more when it goes out. Refused: another version, a
 * time that is over, a class that will have begun by then or is cancelled, nobody who would get it.
 * A second sending of the same form finds it scheduled.
 */
export async function scheduleCampaign(
  ctx: StaffContext & ListContext,
  id: string,
  { version, at }: { version: number; at: Instant | null },
): Promise<ScheduleResult> {
  const { db, studio, now } = ctx
  if (at !== null && at < now) return { ok: false, reason: 'past' }
  const campaign = await findCampaign(ctx, id)
  if (campaign?.state !== 'draft' || campaign.version !== version) return already(campaign, version)
  const sendAt = nextAllowed(at ?? now, studio.timeZone, await findMarketingRule(ctx))
  if (campaign.occurrenceId) {
    const [fill] = await fillClassStatement(ctx, campaign.occurrenceId)
    if (fill?.state !== 'scheduled' || fill.startsAt <= sendAt)
      return { ok: false, reason: 'class_over' }
  }
  const counted = await countAudience(ctx, { id })
  const people = counted[''] ?? 0
  if (people === 0) return { ok: false, reason: 'nobody' }
  const { scheduled } = await batch(db, {
    scheduled: db.run(sql`
      UPDATE campaigns SET state = 'scheduled', send_at = ${sendAt}, next_at = ${sendAt}
      WHERE studio_id = ${studio.id} AND id = ${id} AND version = ${version} AND state = 'draft'`),
    line: auditStatement(
      ctx,
      {
        action: 'campaign.scheduled',
        subjectKind: 'campaign',
        subjectId: id,
        detail: { name: campaign.name, at: sendAt, people },
      },
      rightAfterChange,
    ),
  })
  if (changed(scheduled) > 0) return { ok: true, at: sendAt, people }
  return already(await findCampaign(ctx, id), version)
}

/** What the same form finds that was sent before. */
const already = (campaign: Campaign | null, version: number): ScheduleResult =>
  campaign?.sendAt && campaign.version === version && campaign.state !== 'cancelled'
    ? { ok: true, at: campaign.sendAt, people: campaign.counted[''] ?? 0 }
    : { ok: false, reason: 'changed' }

/** Makes a draft again of what has not begun to be sent; false where it has. */
export async function unscheduleCampaign(ctx: StaffContext, id: string): Promise<boolean> {
  const { db, studio } = ctx
  const { back } = await batch(db, {
    back: db.run(sql`
      UPDATE campaigns SET state = 'draft', send_at = NULL, next_at = NULL
      WHERE studio_id = ${studio.id} AND id = ${id} AND state = 'scheduled'`),
    line: auditStatement(
      ctx,
      { action: 'campaign.unscheduled', subjectKind: 'campaign', subjectId: id },
      rightAfterChange,
    ),
  })
  return changed(back) > 0
}

/**
 * Ends it for good: a draft is put away, and of one that is being sent nobody gets it from now on.
 * What is on its way arrives. False where it is over.
 */
export async function cancelCampaign(ctx: StaffContext, id: string): Promise<boolean> {
  const { db, studio, now } = ctx
  const { ended } = await batch(db, {
    ended: db.run(sql`
      UPDATE campaigns SET state = 'cancelled', next_at = NULL, ended_at = ${now}
      WHERE studio_id = ${studio.id} AND id = ${id} AND state IN ('draft', 'scheduled', 'sending')`),
    line: auditStatement(
      ctx,
      { action: 'campaign.cancelled', subjectKind: 'campaign', subjectId: id },
      rightAfterChange,
    ),
    stopped: db.run(sql`
      UPDATE campaign_recipients SET outcome = 'stopped', at = ${now}
      WHERE studio_id = ${studio.id} AND campaign_id = ${id} AND outcome = 'waiting'
        AND EXISTS (SELECT 1 FROM campaigns AS over
          WHERE over.id = ${id} AND over.studio_id = ${studio.id} AND over.state = 'cancelled')`),
  })
  return changed(ended) > 0
}
