import { sql } from 'drizzle-orm'
import { batch, type Statement } from '#app/db/batch.server.ts'
import {
  newestSql,
  type PolicyRow,
  policyColumnsSql,
  toPolicy,
} from '#app/domain/scheduling/policy-queries.server.ts'
import type { StudioContext } from '#app/domain/scope/contexts.ts'
import { shellStatements, toShell } from '#app/domain/studios/shell-queries.server.ts'

/** The newest version of each policy that a running series uses. */
function policiesStatement({ db, studio }: StudioContext): Statement<PolicyRow[]> {
  return db.all<PolicyRow>(sql`
    SELECT ${policyColumnsSql} FROM policies AS p
    WHERE p.studio_id = ${studio.id} AND ${newestSql}
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
    policies: answer.policies.map(toPolicy),
    shell: toShell(answer, viewer),
  }
}
