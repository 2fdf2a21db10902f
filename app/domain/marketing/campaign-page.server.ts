import { sql } from 'drizzle-orm'
import { batch } from '#app/db/batch.server.ts'
import { type PageNumber, pageStatements, toPage } from '#app/db/page.server.ts'
import type { Outcome } from '#app/db/studio/marketing/campaigns-words.ts'
import type { ListContext } from '#app/domain/people/list/people-where.server.ts'
import type { StudioContext } from '#app/domain/scope/contexts.ts'
import type { Instant } from '#app/values/instant.ts'
import { audienceSql } from './audience-sql.server.ts'
import { type Campaign, campaignOf, campaignStatement } from './campaign-queries.server.ts'
import type { ResultFigure } from './campaign-words.ts'
import { addressSql, leftOutSql } from './left-out-sql.server.ts'
import { type KeptRule, marketingRuleStatement, ruleOf } from './marketing-rule.server.ts'

export type Reader = { name: string; preferredName: string }

/** A campaign and how often the studio writes; null for a strange id. One trip. */
export async function campaignPage(
  ctx: StudioContext,
  id: string,
): Promise<{ campaign: Campaign; rule: KeptRule } | null> {
  const { found, rule } = await batch(ctx.db, {
    found: campaignStatement(ctx, id),
    rule: marketingRuleStatement(ctx),
  })
  const [row] = found
  return row ? { campaign: campaignOf(row), rule: ruleOf(rule) } : null
}

/** Someone of the audience, for the email as it arrives; null where there is nobody. */
export async function exampleReader(ctx: ListContext, campaign: Campaign): Promise<Reader | null> {
  if (campaign.occurrenceId) return null
  const [reader] = await ctx.db.all<Reader>(sql`
    SELECT person.name, person.preferred_name AS preferredName
    FROM ${await audienceSql(ctx, campaign)} LIMIT 1`)
  return reader ?? null
}

export type CampaignPerson = {
  id: string
  name: string
  /** Their email address, or their number of a text. */
  email: string
  /** When it happened; null of an audience that nothing was sent to. */
  at: Instant | null
}

/** So many of an audience are looked through for a page of those with one reason. */
export const lookedThrough = 1_000

/** Of whom an audience is now, by what would become of them: the first fifty by name. */
export async function audiencePeople(
  ctx: ListContext,
  campaign: Campaign,
  why: string,
): Promise<CampaignPerson[]> {
  const to = addressSql(ctx, campaign.channel)
  return ctx.db.all<CampaignPerson>(sql`
    SELECT id, name, email, NULL AS at FROM (
      SELECT person.id, person.name, ${to} AS email,
        ${leftOutSql(ctx, campaign)} AS why
      FROM ${await audienceSql(ctx, campaign)} LIMIT ${lookedThrough})
    WHERE why = ${why} ORDER BY name, id LIMIT 50`)
}

const didColumns: Record<ResultFigure, string> = {
  bounced_later: 'bounced_at',
  left: 'unsubscribed_at',
  booked_after: 'booked_at',
  bought: 'bought_at',
}

/** A page of those whom a number of a campaign counts, once sending has begun. */
export async function recipientsPage(
  ctx: StudioContext,
  campaignId: string,
  of: Outcome | ResultFigure,
  at: PageNumber,
) {
  const { db, studio } = ctx
  const did = (didColumns as Record<string, string | undefined>)[of]
  const column = did ? sql.raw(`each.${did}`) : sql`each.at`
  const query = {
    select: sql`person.id, person.name, coalesce(nullif(each.address, ''), person.email) AS email,
      ${column} AS at`,
    from: sql`campaign_recipients AS each CROSS JOIN people AS person ON person.id = each.person_id`,
    where: sql`each.studio_id = ${studio.id} AND each.campaign_id = ${campaignId}
      AND ${did ? sql`${column} IS NOT NULL` : sql`each.outcome = ${of}`}`,
    orderBy: sql`each.person_id`,
  }
  return toPage(await batch(db, pageStatements<CampaignPerson>(db, query, at)), at, (row) => row)
}
