import { sql } from 'drizzle-orm'
import { batch } from '#app/db/batch.server.ts'
import type { ListContext } from '#app/domain/people/list/people-where.server.ts'
import { audienceSql } from './audience-sql.server.ts'
import type { Campaign, Counted } from './campaign-queries.server.ts'
import { leftOutSql } from './left-out-sql.server.ts'

/**
 * Counts who would get a campaign now and why others would not, and keeps it with the campaign, so
 * that its page reads one row however many there are. Two people of one address get one letter.
 */
export async function countAudience(
  ctx: ListContext,
  { id, params, occurrenceId }: Pick<Campaign, 'id' | 'params' | 'occurrenceId'>,
): Promise<Counted> {
  const { db, studio, now } = ctx
  const source = await audienceSql(ctx, { params, occurrenceId })
  const rows = await db.all<{ why: string; n: number; addresses: number }>(sql`
    SELECT why, count(*) AS n, count(DISTINCT email) AS addresses
    FROM (SELECT ${leftOutSql(ctx, occurrenceId)} AS why, person.email FROM ${source})
    GROUP BY why`)
  const counted: Counted = {}
  for (const { why, n, addresses } of rows) {
    counted[why] = why === '' ? addresses : n
    if (why === '' && n > addresses) counted.same_address = n - addresses
  }
  await batch(db, {
    kept: db.run(sql`
      UPDATE campaigns SET counted = ${JSON.stringify(counted)}, counted_at = ${now}
      WHERE studio_id = ${studio.id} AND id = ${id}`),
  })
  return counted
}
