import { and, eq, isNull, type SQL, sql } from 'drizzle-orm'
import { batch } from '#app/db/batch.server.ts'
import type { DirectoryDb } from '#app/db/connection.server.ts'
import { authFactors, authIdentities, authSessions, authUsers } from '#app/db/directory-auth.ts'
import { instantFromMs } from '#app/values/instant.ts'

/** A login, as the auth service keeps it. */
export type Account = typeof authUsers.$inferSelect

/**
 * Where an account is reached, in its stored form: an e-mail address in lower case, or phone digits
 * without the plus.
 */
export type Address = { email: string } | { phone: string }

/** The account of an address, as a statement for a batch. */
export function accountByAddressStatement(directory: DirectoryDb, address: Address) {
  return 'email' in address
    ? accountByEmailStatement(directory, address.email)
    : accountByPhoneStatement(directory, address.phone)
}

/** The account in `auth_users` that has an address, as a condition. */
export function hasAddress(address: Address): SQL {
  return 'email' in address
    ? sql`email = ${address.email} AND aud = 'authenticated' AND is_sso_user = 0
      AND deleted_at IS NULL`
    : sql`phone = ${address.phone} AND aud = 'authenticated' AND deleted_at IS NULL`
}

/** Whether an account has confirmed that the address is its own. */
export function hasConfirmed(account: Account, address: Address): boolean {
  return ('email' in address ? account.emailConfirmedAt : account.phoneConfirmedAt) !== null
}

/** The account of a stored (lower-case) address, as a statement for a batch. */
export function accountByEmailStatement(directory: DirectoryDb, email: string) {
  return directory
    .select()
    .from(authUsers)
    .where(
      and(
        eq(authUsers.email, email),
        eq(authUsers.aud, 'authenticated'),
        notSso,
        isNull(authUsers.deletedAt),
      ),
    )
}

// Written out and not bound, since the unique index of addresses is partial.
const notSso = sql`is_sso_user = 0`

/**
 * The account of a stored phone number (digits of E.164 without the plus), as a statement for a
 * batch.
 */
export function accountByPhoneStatement(directory: DirectoryDb, phone: string) {
  return directory
    .select()
    .from(authUsers)
    .where(
      and(
        eq(authUsers.phone, phone),
        eq(authUsers.aud, 'authenticated'),
        isNull(authUsers.deletedAt),
      ),
    )
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

/** A second factor; its secret is sealed. */
export type Factor = typeof authFactors.$inferSelect

/** What the wire's user object tells beside the account itself. */
export type AccountParts = { identities: Identity[]; factors: Factor[] }

/** The ways to sign in and the second factors of an account, as statements; oldest first. */
export function accountPartsStatements(directory: DirectoryDb, userId: string | SQL) {
  return {
    identities: directory
      .select()
      .from(authIdentities)
      .where(sql`${authIdentities.userId} = ${userId}`)
      .orderBy(authIdentities.createdAt, authIdentities.identityId),
    factors: directory
      .select()
      .from(authFactors)
      .where(sql`${authFactors.userId} = ${userId}`)
      .orderBy(authFactors.createdAt, authFactors.id),
  }
}

export async function findAccountParts(
  directory: DirectoryDb,
  userId: string,
): Promise<AccountParts> {
  return batch(directory, accountPartsStatements(directory, userId))
}

/** A session row. */
export type StoredSession = typeof authSessions.$inferSelect

/** Whose a checked access token is; `session` is null when the session it speaks of is gone. */
export async function findBearer(
  directory: DirectoryDb,
  { userId, sessionId }: { userId: string; sessionId: string },
): Promise<AccountParts & { account: Account | null; session: StoredSession | null }> {
  const { accounts, sessions, ...parts } = await batch(directory, {
    accounts: accountByIdStatement(directory, userId),
    sessions: directory
      .select()
      .from(authSessions)
      .where(and(eq(authSessions.id, sessionId), eq(authSessions.userId, userId))),
    ...accountPartsStatements(directory, userId),
  })
  return { ...parts, account: accounts[0] ?? null, session: sessions[0] ?? null }
}
