import { type SQL, sql } from 'drizzle-orm'
import type { Statement } from '#app/db/batch.server.ts'
import { queueStatement } from '#app/domain/messaging/outbox.server.ts'
import { passwordChanged } from '#app/messages/accounts/password-changed.ts'
import { paths } from '#app/paths.ts'
import { instantFromMs } from '#app/values/instant.ts'
import type { Account } from '../accounts/account-queries.server.ts'
import { authAuditStatement } from '../auth-audit.server.ts'
import type { IdentityContext } from '../identity-context.ts'
import { clearTriesStatement } from '../limits.server.ts'
import { endSessionsStatements } from '../sessions/sessions.server.ts'

/**
 * Sets a password and what goes with it (auth-api.md §5, 7), as part of a batch: every session but
 * `keepSessionId` ends, whose the password is can no longer be doubted, the counted tries are
 * forgotten, a mail tells the owner. The caller takes the account's links and codes
 * (`spendLinksStatement`) as the last statement. `onlyIf` as in the outbox.
 */
export function passwordChangeStatements(
  ctx: IdentityContext,
  {
    account,
    hash,
    keepSessionId,
  }: { account: Account; hash: string; keepSessionId: string | null },
  onlyIf: SQL = sql`1`,
): Record<
  'password' | 'endedTokens' | 'endedSessions' | 'notice' | 'clear' | 'changed',
  Statement<D1Result> | null | undefined
> {
  const { directory } = ctx
  const ended = endSessionsStatements(
    directory,
    {
      userId: account.id,
      sessionId: keepSessionId ?? '',
      scope: keepSessionId ? 'others' : 'global',
    },
    onlyIf,
  )
  const name = account.email ?? account.phone
  return {
    password: directory.run(sql`
      UPDATE auth_users SET password_hash = ${hash}, password_contested = 0,
        updated_at = ${instantFromMs(ctx.nowMs)}
      WHERE id = ${account.id} AND ${onlyIf}`),
    endedTokens: ended.refreshTokens,
    endedSessions: ended.sessions,
    notice: account.email
      ? queueStatement(
          directory,
          {
            studioId: null,
            dedupeKey: `password-changed:${crypto.randomUUID()}`,
            to: account.email,
            kind: 'password-changed',
            letter: passwordChanged({ href: ctx.origin + paths.reset() }),
          },
          ctx.nowMs,
          onlyIf,
        )
      : null,
    clear: name ? clearTriesStatement(directory, 'signIn', name) : null,
    changed: authAuditStatement(
      ctx,
      { actorId: account.id, action: 'user_updated_password' },
      onlyIf,
    ),
  }
}
