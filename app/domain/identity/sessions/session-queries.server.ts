import { and, desc, eq, sql } from 'drizzle-orm'
import type { DirectoryDb } from '#app/db/connection.server.ts'
import { authSessions } from '#app/db/directory-auth.ts'
import type { StoredSession } from '../accounts/account-queries.server.ts'
import { hashSecretToken } from '../secrets/secret-tokens.server.ts'

/** Where an account is signed in, last seen first. */
export async function listSessions(
  directory: DirectoryDb,
  userId: string,
): Promise<StoredSession[]> {
  return directory
    .select()
    .from(authSessions)
    .where(eq(authSessions.userId, userId))
    .orderBy(desc(authSessions.refreshedAt), desc(authSessions.id))
    .limit(100)
}

/** Whether the account has this session. */
export async function hasSession(
  directory: DirectoryDb,
  { userId, sessionId }: { userId: string; sessionId: string },
): Promise<boolean> {
  const rows = await directory
    .select({ id: authSessions.id })
    .from(authSessions)
    .where(and(eq(authSessions.userId, userId), eq(authSessions.id, sessionId)))
  return rows.length > 0
}

/**
 * How the account calls itself whose session both tokens are of: its e-mail address, else its phone
 * number; null where one of them is not of a session that lives. Looking uses nothing up.
 */
export async function findHolderOfTokens(
  directory: DirectoryDb,
  { userId, sessionId, refreshToken }: { userId: string; sessionId: string; refreshToken: string },
): Promise<string | null> {
  const [row] = await directory.all<{ email: string | null; phone: string | null }>(sql`
    SELECT account.email, account.phone FROM auth_users account
    JOIN auth_sessions session ON session.user_id = account.id
    JOIN auth_refresh_tokens token ON token.session_id = session.id
    WHERE account.id = ${userId} AND session.id = ${sessionId} AND account.deleted_at IS NULL
      AND token.hash = ${hashSecretToken(refreshToken)}`)
  if (!row) return null
  return row.email ?? (row.phone ? `+${row.phone}` : 'a guest')
}
