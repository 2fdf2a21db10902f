import { sql } from 'drizzle-orm'
import { batch, type Statement } from '#app/db/batch.server.ts'
import { shellStatements, toShell } from '#app/domain/operations/shell-queries.server.ts'
import type { StudioContext } from '#app/domain/studios/contexts.ts'
import type { PolicyFacts } from './policy-words.ts'

type PolicyRow = Omit<PolicyFacts, 'lateKeepsCredit'> & { lateKeepsCredit: number }

/** The newest version of each policy that a running series uses. */
function policiesStatement({ db, studio }: StudioContext): Statement<PolicyRow[]> {
  return db.all<PolicyRow>(sql`
    SELECT p.name, p.opens_days AS opensDays, p.closes_minutes AS closesMinutes, p.cancel_minutes AS cancelMinutes,
      p.late_keeps_credit AS lateKeepsCredit, p.late_fee_minor AS lateFeeMinor, p.no_show_fee_minor AS noShowFeeMinor,
      p.waitlist_closes_minutes AS waitlistClosesMinutes, p.waitlist_limit AS waitlistLimit,
      p.decline_minutes AS declineMinutes, p.blackout_from AS blackoutFrom, p.blackout_until AS blackoutUntil
    FROM policies AS p
    WHERE p.studio_id = ${studio.id}
      AND p.version = (SELECT max(n.version) FROM policies AS n WHERE n.studio_id = p.studio_id AND n.name = p.name)
      AND EXISTS (SELECT 1 FROM series AS s JOIN policies AS u ON u.id = s.policy_id
        WHERE s.studio_id = p.studio_id AND s.ended_at IS NULL AND u.name = p.name)
    ORDER BY p.name`)
}

/** The studio's booking rules for its members. */
export async function rulesPage(
  ctx: StudioContext,
  viewer: { personId: string | null; name: string; email: string } | null,
) {
  const answer = await batch(ctx.db, {
    policies: policiesStatement(ctx),
    ...shellStatements(ctx, viewer),
  })
  return {
    policies: answer.policies.map((row): PolicyFacts => ({ ...row, lateKeepsCredit: row.lateKeepsCredit === 1 })),
    shell: toShell(answer, viewer),
  }
}
