import { type SQL, sql } from 'drizzle-orm'
import { batch } from '#app/db/batch.server.ts'
import type { DirectoryDb } from '#app/db/connection.server.ts'
import { authFactors, authIdentities, authUsers } from '#app/db/directory-auth.ts'
import type { Account, AccountParts } from './account-queries.server.ts'

export type AccountList = { accounts: (AccountParts & { account: Account })[]; total: number }

/** Accounts a page may hold. */
export const mostAccountsAPage = 1_000

/**
 * A page of the accounts of an audience, deleted ones too, newest first unless `oldestFirst`.
 * `filter` is part of an address, a number or a name.
 */
export async function listAccounts(
  directory: DirectoryDb,
  {
    aud,
    page,
    perPage,
    filter = '',
    oldestFirst = false,
  }: { aud: string; page: number; perPage: number; filter?: string; oldestFirst?: boolean },
): Promise<AccountList> {
  const like = `%${filter.replace(/[\\%_]/g, '\\$&')}%`
  const where: SQL = filter
    ? sql`aud = ${aud} AND (email LIKE ${like} ESCAPE '\\' OR phone LIKE ${like} ESCAPE '\\'
        OR user_metadata ->> '$.full_name' LIKE ${like} ESCAPE '\\'
        OR user_metadata ->> '$.name' LIKE ${like} ESCAPE '\\')`
    : sql`aud = ${aud}`
  const order = oldestFirst ? sql`created_at, id` : sql`created_at DESC, id DESC`
  const ids = sql`(SELECT id FROM auth_users WHERE ${where} ORDER BY ${order}
    LIMIT ${perPage} OFFSET ${(page - 1) * perPage})`
  const { accounts, identities, factors, count } = await batch(directory, {
    accounts: directory
      .select()
      .from(authUsers)
      .where(sql`${authUsers.id} IN ${ids}`)
      .orderBy(order),
    identities: directory
      .select()
      .from(authIdentities)
      .where(sql`${authIdentities.userId} IN ${ids}`)
      .orderBy(authIdentities.createdAt, authIdentities.identityId),
    factors: directory
      .select()
      .from(authFactors)
      .where(sql`${authFactors.userId} IN ${ids}`)
      .orderBy(authFactors.createdAt, authFactors.id),
    count: directory.all<{ n: number }>(sql`SELECT count(*) AS n FROM auth_users WHERE ${where}`),
  })
  const of = <Part extends { userId: string }>(parts: Part[], id: string) =>
    parts.filter(({ userId }) => userId === id)
  return {
    accounts: accounts.map((account) => ({
      account,
      identities: of(identities, account.id),
      factors: of(factors, account.id),
    })),
    total: count[0]?.n ?? 0,
  }
}

/** An account with its parts, also a deleted one; null when there never was one. */
export async function findListedAccount(
  directory: DirectoryDb,
  id: string,
): Promise<(AccountParts & { account: Account }) | null> {
  const { accounts, ...parts } = await batch(directory, {
    accounts: directory.select().from(authUsers).where(sql`${authUsers.id} = ${id}`),
    identities: directory
      .select()
      .from(authIdentities)
      .where(sql`${authIdentities.userId} = ${id}`),
    factors: directory.select().from(authFactors).where(sql`${authFactors.userId} = ${id}`),
  })
  return accounts[0] ? { account: accounts[0], ...parts } : null
}
