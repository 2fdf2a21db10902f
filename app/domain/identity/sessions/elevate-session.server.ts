import { type SQL, sql } from 'drizzle-orm'
import type { Statement } from '#app/db/batch.server.ts'
import type { Account, StoredSession } from '../accounts/account-queries.server.ts'
import { type SecondStepMethod, secondStepMethods } from '../factors/second-step.ts'
import type { IdentityContext } from '../identity-context.ts'
import { hashSecretToken, newSecretToken } from '../secrets/secret-tokens.server.ts'
import type { TokenOptions } from './access-tokens.server.ts'
import { type SessionFacts, signAccessToken } from './access-tokens.server.ts'
import type { IssuedSession } from './sessions.server.ts'

/** A session after its second step: the same id, a new refresh token. Nothing is written yet. */
export type ElevatedSession = SessionFacts & { refreshToken: string; factorId: string | null }

/** The facts of `session` once `method` was right; `factorId` is null for a recovery code. */
export function elevatedSession(
  session: StoredSession,
  { method, factorId, nowMs }: { method: SecondStepMethod; factorId: string | null; nowMs: number },
): ElevatedSession {
  const before = session.amr.filter((entry) => entry.method !== method)
  const amr = [{ method, timestamp: Math.floor(nowMs / 1000) }, ...before]
  return { id: session.id, aal: 'aal2', amr, refreshToken: newSecretToken(), factorId }
}

/** Holds once the statements of `elevateStatements` have let this very lift through. */
export function wasElevated({ id, refreshToken }: ElevatedSession): SQL {
  return sql`EXISTS (SELECT 1 FROM auth_refresh_tokens
    WHERE session_id = ${id} AND hash = ${hashSecretToken(refreshToken)})`
}

/**
 * Lifts a session to aal2 where `open` holds, for someone's batch; what follows asks
 * `wasElevated`. The refresh tokens from before the second step are gone, so that a stolen one
 * never yields aal2, and so are the account's other sessions that took one step only.
 */
export function elevateStatements(
  { directory, nowMs }: Pick<IdentityContext, 'directory' | 'nowMs'>,
  userId: string,
  elevated: ElevatedSession,
  open: SQL,
): Record<'oldTokens' | 'elevate' | 'session' | 'otherTokens' | 'others', Statement<D1Result>> {
  const done = wasElevated(elevated)
  const others = sql`FROM auth_sessions
    WHERE user_id = ${userId} AND id <> ${elevated.id} AND aal <> 'aal2'`
  return {
    oldTokens: directory.run(
      sql`DELETE FROM auth_refresh_tokens WHERE session_id = ${elevated.id} AND ${open}`,
    ),
    elevate: directory.run(sql`
      INSERT INTO auth_refresh_tokens (hash, parent_hash, session_id, user_id, created_at_ms)
      SELECT ${hashSecretToken(elevated.refreshToken)}, NULL, id, user_id, ${nowMs}
      FROM auth_sessions WHERE id = ${elevated.id} AND user_id = ${userId} AND ${open}`),
    session: directory.run(sql`
      UPDATE auth_sessions SET aal = 'aal2', amr = ${JSON.stringify(elevated.amr)},
        factor_id = ${elevated.factorId}
      WHERE id = ${elevated.id} AND ${done}`),
    otherTokens: directory.run(sql`
      DELETE FROM auth_refresh_tokens WHERE session_id IN (SELECT id ${others}) AND ${done}`),
    others: directory.run(sql`DELETE ${others} AND ${done}`),
  }
}

/**
 * The lifted session as its holder gets it; `tokenOptions` say what the access token leaves out.
 */
export async function issueElevated(
  ctx: IdentityContext,
  account: Account,
  { refreshToken, factorId: _, ...session }: ElevatedSession,
  tokenOptions: TokenOptions,
): Promise<IssuedSession> {
  return {
    account,
    session,
    access: await signAccessToken(ctx, account, session, tokenOptions),
    refreshToken,
  }
}

/** An `amr` without its second steps: that of a session that falls back to aal1. */
export const amrOfFirstStep: SQL = sql`(
  SELECT coalesce(json_group_array(json(value)), '[]') FROM (
    SELECT value FROM json_each(auth_sessions.amr)
    WHERE json_extract(value, '$.method') NOT
      IN (${sql.raw(secondStepMethods.map((m) => `'${m}'`).join(', '))})
    ORDER BY key))`
