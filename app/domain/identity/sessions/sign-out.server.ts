import { batch } from '#app/db/batch.server.ts'
import { authAuditStatement } from '../auth-audit.server.ts'
import type { IdentityContext } from '../identity-context.ts'
import { endSessionsStatements, type SignOutScope } from './sessions.server.ts'

/**
 * Ends this session, every other one of the account, or all. Ending what is gone already is no
 * failure.
 */
export async function signOut(
  ctx: IdentityContext,
  { scope, ...session }: { userId: string; sessionId: string; scope: SignOutScope },
): Promise<void> {
  await batch(ctx.directory, {
    ...endSessionsStatements(ctx.directory, { ...session, scope }),
    audit: authAuditStatement(ctx, {
      actorId: session.userId,
      action: 'logout',
      traits: { scope },
    }),
  })
}
