import { sql } from 'drizzle-orm'
import { batch } from '#app/db/batch.server.ts'
import { bookedCountSql } from '#app/domain/places/booking-sql.server.ts'
import { onlinePlacesSql } from '#app/domain/places/shared-equipment-sql.server.ts'
import type { StudioContext } from '#app/domain/scope/contexts.ts'
import { addMinutes } from '#app/values/instant.ts'
import { campaignOf, campaignsStatement } from './campaign-queries.server.ts'
import { marketingRuleStatement, ruleOf } from './marketing-rule.server.ts'

export type QuietClass = {
  id: string
  name: string
  localStart: string
  booked: number
  places: number
}

/** Classes of the next seven days of which at most half the places are taken. */
const quietClassesStatement = ({ db, studio, now }: StudioContext) =>
  db.all<QuietClass>(sql`
    SELECT * FROM (
      SELECT o.id, taught.name, o.local_start AS localStart, ${bookedCountSql} AS booked,
        ${onlinePlacesSql} AS places
      FROM occurrences AS o JOIN class_types AS taught ON taught.id = o.class_type_id
      WHERE o.studio_id = ${studio.id} AND o.starts_at > ${addMinutes(now, 60)}
        AND o.starts_at <= ${addMinutes(now, 7 * 24 * 60)} AND o.kind = 'class'
        AND o.state = 'scheduled'
      ORDER BY o.starts_at LIMIT 200)
    WHERE places > 0 AND booked * 2 <= places ORDER BY localStart, id LIMIT 8`)

/** The campaigns of a studio, how often it writes, and classes that could be fuller. One trip. */
export async function campaignsPage(ctx: StudioContext) {
  const { campaigns, rule, classes } = await batch(ctx.db, {
    campaigns: campaignsStatement(ctx),
    rule: marketingRuleStatement(ctx),
    classes: quietClassesStatement(ctx),
  })
  return { campaigns: campaigns.map(campaignOf), rule: ruleOf(rule), classes }
}
