import { sql } from 'drizzle-orm'
import { batch, type Statement } from '#app/db/batch.server.ts'
import {
  newestSql,
  type PolicyRow,
  policyColumnsSql,
  toPolicy,
} from '#app/domain/calendar/policy-queries.server.ts'
import type { StudioContext } from '#app/domain/scope/contexts.ts'
import { shellStatements, toShell } from '#app/domain/studios/shell-queries.server.ts'

/** The newest version of each policy that a running series uses, or one of its classes alone. */
function policiesStatement({ db, studio, now }: StudioContext): Statement<PolicyRow[]> {
  return db.all<PolicyRow>(sql`
    SELECT ${policyColumnsSql} FROM policies AS policy
    WHERE policy.studio_id = ${studio.id} AND ${newestSql}
      AND EXISTS (SELECT 1 FROM series
        JOIN policies AS used_policy ON used_policy.id = series.policy_id
        WHERE series.studio_id = policy.studio_id AND series.ended_at IS NULL
          AND used_policy.name = policy.name)
        OR policy.studio_id = ${studio.id} AND ${newestSql} AND policy.id IN (
          SELECT o.policy_id FROM occurrences AS o JOIN series ON series.id = o.series_id
          WHERE o.studio_id = ${studio.id} AND o.starts_at > ${now} AND o.state = 'scheduled'
            AND o.kind = 'class' AND o.policy_id <> series.policy_id)
    ORDER BY policy.name`)
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
    policies: answer.policies.map(toPolicy),
    shell: toShell(answer, viewer),
  }
}
