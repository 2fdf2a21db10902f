import { sql } from 'drizzle-orm'
import { batch, changed, type Statement } from '#app/db/batch.server.ts'
import type { DirectoryDb } from '#app/db/connection.server.ts'
import { authFactors } from '#app/db/directory-auth.ts'
import { authAuditStatement } from '../auth-audit.server.ts'
import type { IdentityContext } from '../identity-context.ts'
import { amrOfFirstStep } from '../sessions/elevate-session.server.ts'
import type { SessionHolder } from './enrol-factor.server.ts'

export type RemoveFactorResult =
  | { ok: true }
  | { ok: false; reason: 'factor_not_found' | 'insufficient_aal' }

/**
 * Takes a second factor out of one's own account. A verified one needs a session that has taken the
 * second step. The sessions that used it fall to aal1; with the last verified one go the recovery
 * codes too.
 */
export async function removeFactor(
  ctx: IdentityContext,
  { account, session }: SessionHolder,
  factorId: string,
): Promise<RemoveFactorResult> {
  const { directory } = ctx
  const elevated = sql`${session.aal} = 'aal2'
    AND EXISTS (SELECT 1 FROM auth_sessions WHERE id = ${session.id} AND aal = 'aal2')`
  const { found, remove } = await batch(directory, {
    found: directory
      .select({ id: authFactors.id })
      .from(authFactors)
      .where(sql`id = ${factorId} AND user_id = ${account.id}`),
    audit: authAuditStatement(
      ctx,
      { actorId: account.id, action: 'factor_unenrolled', traits: { factor_id: factorId } },
      sql`EXISTS (SELECT 1 FROM auth_factors
        WHERE id = ${factorId} AND user_id = ${account.id}
          AND (status = 'unverified' OR ${elevated}))`,
    ),
    remove: directory.run(sql`
      DELETE FROM auth_factors
      WHERE id = ${factorId} AND user_id = ${account.id}
        AND (status = 'unverified' OR ${elevated})`),
    ...afterFactorStatements(directory, { userId: account.id, factorId }),
  })
  if (changed(remove) > 0) return { ok: true }
  return { ok: false, reason: found.length > 0 ? 'insufficient_aal' : 'factor_not_found' }
}

/**
 * What follows when a factor is gone, for the batch that deleted it (behind the DELETE): its
 * challenges go, its sessions fall to aal1; and where no verified factor is left, every session
 * falls and the recovery codes go.
 */
export function afterFactorStatements(
  directory: DirectoryDb,
  { userId, factorId }: { userId: string; factorId: string },
): Record<'challenges' | 'fall' | 'recoveryCodes', Statement<D1Result>> {
  const gone = sql`NOT EXISTS (SELECT 1 FROM auth_factors WHERE id = ${factorId})`
  const none = sql`NOT EXISTS (SELECT 1 FROM auth_factors
    WHERE user_id = ${userId} AND status = 'verified')`
  return {
    challenges: directory.run(
      sql`DELETE FROM auth_challenges WHERE factor_id = ${factorId} AND ${gone}`,
    ),
    fall: directory.run(sql`
      UPDATE auth_sessions SET aal = 'aal1', factor_id = NULL, amr = ${amrOfFirstStep}
      WHERE user_id = ${userId} AND aal = 'aal2'
        AND (factor_id = ${factorId} AND ${gone} OR ${none})`),
    recoveryCodes: directory.run(
      sql`DELETE FROM auth_recovery_codes WHERE user_id = ${userId} AND ${none}`,
    ),
  }
}
