import { and, desc, eq } from 'drizzle-orm'
import type { DirectoryDb } from '#app/db/connection.server.ts'
import { authSessions } from '#app/db/directory-auth.ts'
import type { StoredSession } from './accounts/account-queries.server.ts'

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
