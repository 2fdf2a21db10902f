import { and, eq, isNull } from 'drizzle-orm'
import type { DirectoryDb } from '#app/db/connection.server.ts'
import { authUsers } from '#app/db/directory.ts'
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
