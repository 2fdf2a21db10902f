import { sql } from 'drizzle-orm'
import { batch } from '#app/db/batch.server.ts'
import { authFactors } from '#app/db/directory-auth.ts'
import type { Factor } from '../accounts/account-queries.server.ts'
import type { Administrator } from '../accounts/create-account.server.ts'
import { authAuditStatement } from '../auth-audit.server.ts'
import type { IdentityContext } from '../identity-context.ts'
import { afterFactorStatements } from './remove-factor.server.ts'

/**
 * Takes a second factor from an account, for an administrator: who lost it cannot. Answers the
 * factor as it was; null where the account has no such factor. Sessions that used it fall to aal1.
 */
export async function deleteFactor(
  ctx: IdentityContext,
  { actorId }: Administrator,
  { userId, factorId }: { userId: string; factorId: string },
): Promise<Factor | null> {
  const mine = sql`id = ${factorId} AND user_id = ${userId}`
  const { found } = await batch(ctx.directory, {
    found: ctx.directory.select().from(authFactors).where(mine),
    audit: authAuditStatement(
      ctx,
      { actorId, action: 'factor_deleted', traits: { user_id: userId, factor_id: factorId } },
      sql`EXISTS (SELECT 1 FROM auth_factors WHERE ${mine})`,
    ),
    remove: ctx.directory.run(sql`DELETE FROM auth_factors WHERE ${mine}`),
    ...afterFactorStatements(ctx.directory, { userId, factorId }),
  })
  return found[0] ?? null
}
