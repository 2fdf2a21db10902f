import { sql } from 'drizzle-orm'
import { batch } from '#app/db/batch.server.ts'
import type { DirectoryDb } from '#app/db/connection.server.ts'
import {
  accountByIdStatement,
  accountPartsStatements,
} from '#app/domain/identity/accounts/account-queries.server.ts'
import { ownStudiosStatement } from '#app/domain/studios/studio-queries.server.ts'

/** What an account's own page shows of it, in one trip; null where the account went meanwhile. */
export async function accountPage(directory: DirectoryDb, userId: string) {
  const { accounts, sessions, studios, ...parts } = await batch(directory, {
    accounts: accountByIdStatement(directory, userId),
    sessions: directory.all<{ n: number }>(
      sql`SELECT count(*) AS n FROM auth_sessions WHERE user_id = ${userId}`,
    ),
    studios: ownStudiosStatement(directory, userId),
    ...accountPartsStatements(directory, userId),
  })
  const [account] = accounts
  return account ? { account, sessions: sessions[0]?.n ?? 0, studios, ...parts } : null
}
