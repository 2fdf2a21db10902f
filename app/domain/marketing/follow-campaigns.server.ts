/** What people did after a letter: counted by a job, so that a page reads one row. */
import { type SQL, sql } from 'drizzle-orm'
import { batch } from '#app/db/batch.server.ts'
import type { CampaignChannel } from '#app/db/studio/marketing/campaigns-words.ts'
import type { StudioContext } from '#app/domain/scope/contexts.ts'
import type { Look } from '#app/domain/scope/look.ts'
import { addMinutes } from '#app/values/instant.ts'
import { tallyStatement } from './tally-statement.server.ts'

/** So many days after their letter something counts as following it. */
const followedDays = 7

/** It is looked for every so many minutes; a campaign may take a day to go out. */
const lookMinutes = 60
const watchedDays = followedDays + 2

const dueSql = (now: string): SQL => sql`followed.state IN ('sending', 'sent', 'cancelled')
  AND followed.started_at IS NOT NULL
  AND followed.started_at > ${addMinutes(now, -watchedDays * 24 * 60)}
  AND coalesce(followed.followed_at, '') <= ${addMinutes(now, -lookMinutes)}`

/** Whether a studio has a campaign whose results were not looked for lately. */
export const followCampaignsDue = ({ studio, now }: Look): SQL =>
  sql`EXISTS (SELECT 1 FROM campaigns AS followed
    WHERE followed.studio_id = ${studio} AND ${dueSql(now)})`

/**
 * Notes of everyone who got a letter whether it came back, whether they answered a text with STOP,
 * and their first booking and first membership or pack of the seven days after it. The same however
 * often it runs.
 */
export async function followCampaigns(ctx: StudioContext): Promise<number> {
  const { db, studio, now } = ctx
  const due = await db.all<{ id: string; channel: CampaignChannel }>(sql`
    SELECT followed.id, followed.channel FROM campaigns AS followed
    WHERE followed.studio_id = ${studio.id} AND ${dueSql(now)} LIMIT 10`)
  const own = sql`campaign_recipients`
  const until = sql`strftime('%Y-%m-%dT%H:%M:%SZ', ${own}.at, ${`+${followedDays} days`})`
  const first = (table: SQL, column: SQL) => sql`(SELECT min(did.${column}) FROM ${table} AS did
    WHERE did.studio_id = ${own}.studio_id AND did.person_id = ${own}.person_id
      AND did.${column} > ${own}.at AND did.${column} <= ${until})`
  for (const { id, channel } of due)
    await batch(db, {
      did: db.run(sql`
        UPDATE campaign_recipients SET
          bounced_at = coalesce(bounced_at, (SELECT max(suppression.at, ${own}.at)
            FROM suppressions AS suppression
            WHERE suppression.studio_id = ${own}.studio_id AND suppression.channel = ${channel}
              AND suppression.address = ${own}.address AND suppression.why = 'bounced'
              AND suppression.at >= ${own}.at),
            (SELECT ${now} FROM outbox AS letter
            WHERE letter.dedupe_key = 'campaign:' || ${own}.studio_id || ':' || ${own}.campaign_id
              || ':' || ${own}.person_id AND letter.state = 'failed')),
          unsubscribed_at = coalesce(unsubscribed_at, iif(${channel} = 'sms', (
            SELECT suppression.at FROM suppressions AS suppression
            WHERE suppression.studio_id = ${own}.studio_id AND suppression.channel = 'sms'
              AND suppression.address = ${own}.address AND suppression.why = 'unsubscribed'
              AND suppression.at >= ${own}.at AND suppression.at <= ${until}), NULL)),
          booked_at = coalesce(booked_at, ${first(sql`bookings`, sql`created_at`)}),
          bought_at = coalesce(bought_at, ${first(sql`memberships`, sql`purchased_at`)},
            ${first(sql`lots`, sql`purchased_at`)})
        WHERE studio_id = ${studio.id} AND campaign_id = ${id} AND outcome = 'sent'`),
      tally: tallyStatement(ctx, id),
      followed: db.run(sql`UPDATE campaigns SET followed_at = ${now}
        WHERE studio_id = ${studio.id} AND id = ${id}`),
    })
  return due.length
}
