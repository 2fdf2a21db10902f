import { sql } from 'drizzle-orm'
import { batch } from '#app/db/batch.server.ts'
import type { ListContext } from '#app/domain/people/list/people-where.server.ts'
import { textParts } from '#app/values/text/text-parts.ts'
import { audienceSql } from './audience-sql.server.ts'
import { type Counted, findCampaign } from './campaign-queries.server.ts'
import { addressSql, leftOutSql } from './left-out-sql.server.ts'
import { letterOf } from './letter-of.ts'

/**
 * Counts who would get a campaign now and why others would not, and keeps it with the campaign, so
 * that its page reads one row however many there are. Two people of one address get one letter. Of a
 * text the parts are counted too, each with the names in it.
 */
export async function countAudience(ctx: ListContext, { id }: { id: string }): Promise<Counted> {
  const { db, studio, now } = ctx
  const campaign = await findCampaign(ctx, id)
  if (!campaign) return {}
  const source = await audienceSql(ctx, campaign)
  const to = addressSql(ctx, campaign.channel)
  const asked = sql`(SELECT ${leftOutSql(ctx, campaign)} AS why, ${to} AS address, person.name,
    person.preferred_name AS preferredName FROM ${source})`
  const rows = await db.all<{ why: string; n: number; addresses: number }>(sql`
    SELECT why, count(*) AS n, count(DISTINCT address) AS addresses FROM ${asked} GROUP BY why`)
  const counted: Counted = {}
  for (const { why, n, addresses } of rows) {
    counted[why] = why === '' ? addresses : n
    if (why === '' && n > addresses) counted.same_address = n - addresses
  }
  if (campaign.channel === 'sms') {
    const readers = await db.all<{ name: string; preferredName: string }>(sql`
      SELECT name, preferredName FROM ${asked} WHERE why = '' GROUP BY address`)
    counted.parts = readers.reduce(
      (sum, reader) => sum + textParts(letterOf(ctx, campaign, reader).text).parts,
      0,
    )
  }
  await batch(db, {
    kept: db.run(sql`
      UPDATE campaigns SET counted = ${JSON.stringify(counted)}, counted_at = ${now}
      WHERE studio_id = ${studio.id} AND id = ${id}`),
  })
  return counted
}
