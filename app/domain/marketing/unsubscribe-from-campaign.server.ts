import { sql } from 'drizzle-orm'
import { batch } from '#app/db/batch.server.ts'
import {
  findUnsubscriber,
  unsubscribe,
  unsubscribeStatements,
} from '#app/domain/people/consents/unsubscribe.server.ts'
import type { StudioContext } from '#app/domain/scope/contexts.ts'
import { tallyStatement } from './tally-statement.server.ts'

/**
 * Ends news and offers to anyone who has the link (`people/consents/unsubscribe`), and notes which
 * campaign's letter the link stood in; one that they did not get is none. Twice is once; false for a
 * link that is none.
 */
export async function unsubscribeFrom(
  ctx: StudioContext,
  token: string,
  campaignId: string,
): Promise<boolean> {
  if (campaignId === '') return unsubscribe(ctx, token)
  const { db, studio, now } = ctx
  const who = await findUnsubscriber(ctx, token)
  if (!who) return false
  await batch(db, {
    ...unsubscribeStatements(ctx, who.personId),
    noted: db.run(sql`
      UPDATE campaign_recipients SET unsubscribed_at = ${now}
      WHERE studio_id = ${studio.id} AND campaign_id = ${campaignId}
        AND person_id = ${who.personId} AND outcome = 'sent' AND unsubscribed_at IS NULL`),
    tally: tallyStatement(ctx, campaignId),
  })
  return true
}
