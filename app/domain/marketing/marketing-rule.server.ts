import { sql } from 'drizzle-orm'
import { batch, changed } from '#app/db/batch.server.ts'
import { auditStatement, rightAfterChange } from '#app/domain/audit/audit.server.ts'
import type { StudioContext } from '#app/domain/scope/contexts.ts'
import type { StaffContext } from '#app/domain/scope/staff-context.ts'
import { type MarketingRule, usualRule } from './marketing-rule.ts'

export type KeptRule = MarketingRule & { version: number }

/** How often and when the studio writes, for a page's batch; no row is the usual. */
export const marketingRuleStatement = ({ db, studio }: StudioContext) =>
  db.all<KeptRule>(sql`
    SELECT letters, days, from_hour AS fromHour, until_hour AS untilHour,
      text_price AS textPrice, version
    FROM marketing_rules WHERE studio_id = ${studio.id}`)

export const ruleOf = ([rule]: readonly KeptRule[]): KeptRule =>
  rule ?? { ...usualRule, version: 0 }

export const findMarketingRule = async (ctx: StudioContext): Promise<KeptRule> =>
  ruleOf(await marketingRuleStatement(ctx))

/**
 * Sets it for every campaign, those that are scheduled too. False where somebody saved another
 * meanwhile; the same form sent twice is saved once.
 */
export async function saveMarketingRule(
  ctx: StaffContext,
  { letters, days, fromHour, untilHour, textPrice, version }: KeptRule,
): Promise<boolean> {
  const { db, studio } = ctx
  const { saved, rule } = await batch(db, {
    saved: db.run(sql`
      INSERT INTO marketing_rules (studio_id, letters, days, from_hour, until_hour,
        text_price, version)
      SELECT ${studio.id}, ${letters}, ${days}, ${fromHour}, ${untilHour}, ${textPrice}, 1
      WHERE ${version} = 0 OR EXISTS (
        SELECT 1 FROM marketing_rules WHERE studio_id = ${studio.id})
      ON CONFLICT (studio_id) DO UPDATE SET letters = excluded.letters, days = excluded.days,
        from_hour = excluded.from_hour, until_hour = excluded.until_hour,
        text_price = excluded.text_price, version = version + 1
      WHERE version = ${version}`),
    line: auditStatement(
      ctx,
      {
        action: 'marketing_rule.changed',
        subjectKind: 'studio',
        subjectId: studio.id,
        detail: { letters, days, fromHour, untilHour, textPrice },
      },
      rightAfterChange,
    ),
    rule: marketingRuleStatement(ctx),
  })
  const now = ruleOf(rule)
  const same =
    now.letters === letters &&
    now.days === days &&
    now.fromHour === fromHour &&
    now.untilHour === untilHour &&
    now.textPrice === textPrice
  return changed(saved) > 0 || same
}
