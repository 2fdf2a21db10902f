import { type SQL, sql } from 'drizzle-orm'
import type { Statement } from '#app/db/batch.server.ts'
import type { DirectoryDb } from '#app/db/connection.server.ts'
import { instantFromMs } from '#app/values/instant.ts'
import type { Account } from '../accounts/account-queries.server.ts'
import type { IdentityContext } from '../identity-context.ts'
import { hashSecretToken, newSecretToken } from '../secrets/secret-tokens.server.ts'
import type { TokenOptions } from './access-tokens.server.ts'
import { type AccessToken, type SessionFacts, signAccessToken } from './access-tokens.server.ts'

/** A session as its holder gets it. */
export type IssuedSession = {
  account: Account
  session: SessionFacts
  access: AccessToken
  refreshToken: string
}

export type NewSession = SessionFacts & { refreshToken: string }

/**
 * Makes the facts of a session that began with `method` (`password`, `otp`, `oauth`), vouched for
 * by `provider` where there is one; nothing is written yet.
 */
export function newSession(method: string, nowMs: number, provider?: string): NewSession {
  return {
    id: crypto.randomUUID(),
    aal: 'aal1',
    amr: [{ method, timestamp: Math.floor(nowMs / 1000), ...(provider ? { provider } : {}) }],
    refreshToken: newSecretToken(),
  }
}

/**
 * Writes a session and its first refresh token, as part of the batch of a sign-in. `onlyIf` as in
 * the outbox.
 */
export function startSessionStatements(
  {
    directory,
    nowMs,
    caller,
  }: { directory: DirectoryDb; nowMs: number; caller: { ip: string; userAgent: string } },
  userId: string,
  session: NewSession,
  onlyIf: SQL = sql`1`,
): {
  session: Statement<D1Result>
  refreshToken: Statement<D1Result>
  lastSignIn: Statement<D1Result>
} {
  const at = instantFromMs(nowMs)
  return {
    session: directory.run(sql`
      INSERT INTO auth_sessions (id, user_id, aal, amr, user_agent, ip, created_at, refreshed_at)
      SELECT ${session.id}, ${userId}, ${session.aal}, ${JSON.stringify(session.amr)},
        ${caller.userAgent.slice(0, 300)}, ${caller.ip}, ${at}, ${at}
      WHERE ${onlyIf}`),
    refreshToken: directory.run(sql`
      INSERT INTO auth_refresh_tokens (hash, parent_hash, session_id, user_id, created_at_ms)
      SELECT ${hashSecretToken(session.refreshToken)}, NULL, id, user_id, ${nowMs}
      FROM auth_sessions WHERE id = ${session.id}`),
    lastSignIn: directory.run(sql`
      UPDATE auth_users SET last_sign_in_at = ${at}, updated_at = ${at}
      WHERE id = ${userId} AND EXISTS (SELECT 1 FROM auth_sessions WHERE id = ${session.id})`),
  }
}

/**
 * A started session with the access token its holder gets; `tokenOptions` say what the token leaves
 * out.
 */
export async function issueSession(
  ctx: IdentityContext,
  account: Account,
  { refreshToken, ...session }: NewSession,
  tokenOptions: TokenOptions,
): Promise<IssuedSession> {
  const at = instantFromMs(ctx.nowMs)
  const signedIn = { ...account, lastSignInAt: at, updatedAt: at }
  return {
    account: signedIn,
    session,
    access: await signAccessToken(ctx, signedIn, session, tokenOptions),
    refreshToken,
  }
}

/** Which of a person's sessions end: this one, every other one, or all of them. */
export type SignOutScope = 'local' | 'others' | 'global'

/** Ends sessions and their refresh tokens; access tokens die with the row (auth-api.md §5, 6). */
export function endSessionsStatements(
  directory: DirectoryDb,
  { userId, sessionId, scope }: { userId: string; sessionId: string; scope: SignOutScope },
  onlyIf: SQL = sql`1`,
): { refreshTokens: Statement<D1Result>; sessions: Statement<D1Result> } {
  const which = {
    global: sql`1`,
    others: sql`session_id <> ${sessionId}`,
    local: sql`session_id = ${sessionId}`,
  }[scope]
  const whichRow = {
    global: sql`1`,
    others: sql`id <> ${sessionId}`,
    local: sql`id = ${sessionId}`,
  }[scope]
  return {
    refreshTokens: directory.run(
      sql`DELETE FROM auth_refresh_tokens
        WHERE session_id IN (SELECT id FROM auth_sessions WHERE user_id = ${userId}) AND ${which}
          AND ${onlyIf}`,
    ),
    sessions: directory.run(
      sql`DELETE FROM auth_sessions WHERE user_id = ${userId} AND ${whichRow} AND ${onlyIf}`,
    ),
  }
}
