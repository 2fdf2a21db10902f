import { sql } from 'drizzle-orm'
import type { Statement } from '#app/db/batch.server.ts'
import type { StudioContext } from '#app/domain/scope/contexts.ts'

/**
 * Counts a campaign's people by what became of them and keeps it with the campaign, so that its page
 * reads one row however many there are.
 */
export const tallyStatement = (
  { db, studio, now }: StudioContext,
  campaignId: string,
): Statement<D1Result> => {
  const half = sql`FROM campaign_recipients AS each WHERE each.studio_id = ${studio.id}
    AND each.campaign_id = ${campaignId} AND each.outcome = 'sent' AND each.variant <> ''`
  return db.run(sql`
    UPDATE campaigns SET tallied_at = ${now}, tally = json_patch(json_patch(
      coalesce((SELECT json_group_object(outcome, n) FROM (
        SELECT each.outcome, count(*) AS n FROM campaign_recipients AS each
        WHERE each.studio_id = ${studio.id} AND each.campaign_id = ${campaignId}
        GROUP BY each.outcome)), '{}'),
      (SELECT json_object('bounced_later', count(each.bounced_at), 'left',
          count(each.unsubscribed_at), 'booked_after', count(each.booked_at), 'bought',
          count(each.bought_at))
        FROM campaign_recipients AS each
        WHERE each.studio_id = ${studio.id} AND each.campaign_id = ${campaignId}
          AND each.outcome = 'sent')), coalesce((
      SELECT json_group_object(half || '_' || name, n) FROM (
        SELECT each.variant AS half, 'sent' AS name, count(*) AS n ${half} GROUP BY each.variant
        UNION ALL SELECT each.variant, 'left', count(each.unsubscribed_at) ${half} GROUP BY 1
        UNION ALL SELECT each.variant, 'booked_after', count(each.booked_at) ${half} GROUP BY 1
        UNION ALL SELECT each.variant, 'bought', count(each.bought_at) ${half} GROUP BY 1)), '{}'))
    WHERE studio_id = ${studio.id} AND id = ${campaignId}`)
}
