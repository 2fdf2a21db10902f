import { and, eq, isNull } from 'drizzle-orm'
import { batch } from '#app/db/batch.server.ts'
import type { DirectoryDb } from '#app/db/connection.server.ts'
import { authIdentities, authSessions, authUsers } from '#app/db/directory.ts'
import { instantFromMs } from '#app/values/instant.ts'

/** A login, as the auth service keeps it. */
export type Account = typeof authUsers.$inferSelect

/** The account of a stored (lower-case) address, as a statement for a batch. */
export function accountByEmailStatement(directory: DirectoryDb, email: string) {
  return directory
    .select()
    .from(authUsers)
    .where(and(eq(authUsers.email, email), eq(authUsers.aud, 'authenticated'), isNull(authUsers.deletedAt)))
}

export function accountByIdStatement(directory: DirectoryDb, id: string) {
  return directory
    .select()
    .from(authUsers)
    .where(and(eq(authUsers.id, id), isNull(authUsers.deletedAt)))
}

/** Whether the account is refused everywhere at `nowMs`. */
export function isBanned(account: { bannedUntil: string | null }, nowMs: number): boolean {
  return account.bannedUntil !== null && account.bannedUntil > instantFromMs(nowMs)
}

/** A way to sign in that an account has: its address, or an account elsewhere. */
export type Identity = typeof authIdentities.$inferSelect

/** The ways to sign in of an account. */
export async function listIdentities(directory: DirectoryDb, userId: string): Promise<Identity[]> {
  return directory.select().from(authIdentities).where(eq(authIdentities.userId, userId))
}

/** Whose a checked access token is; `session` tells whether the session it speaks of is still there. */
export async function findBearer(
  directory: DirectoryDb,
  { userId, sessionId }: { userId: string; sessionId: string },
): Promise<{ account: Account | null; identities: Identity[]; session: boolean }> {
  const { accounts, identities, sessions } = await batch(directory, {
    accounts: accountByIdStatement(directory, userId),
    identities: directory.select().from(authIdentities).where(eq(authIdentities.userId, userId)),
    sessions: directory
      .select({ id: authSessions.id })
      .from(authSessions)
      .where(and(eq(authSessions.id, sessionId), eq(authSessions.userId, userId))),
  })
  return { account: accounts[0] ?? null, identities, session: sessions.length === 1 }
}
