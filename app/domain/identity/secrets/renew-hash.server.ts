import { sql } from 'drizzle-orm'
import type { Statement } from '#app/db/batch.server.ts'
import type { DirectoryDb } from '#app/db/connection.server.ts'
import type { Account } from '../accounts/account-queries.server.ts'
import { hashPassword, isOwnHash } from './password-hash.server.ts'

/**
 * Puts a hash of ours in the place of an imported one, for the batch of the sign-in that `password`
 * was right for; nothing where the account's hash is ours already. A password that was changed
 * meanwhile stays.
 */
export async function renewHashStatements(
  directory: DirectoryDb,
  { id, passwordHash }: Pick<Account, 'id' | 'passwordHash'>,
  password: string,
): Promise<{ renewHash?: Statement<D1Result> }> {
  if (passwordHash === null || isOwnHash(passwordHash)) return {}
  const renewed = await hashPassword(password)
  return {
    renewHash: directory.run(
      sql`UPDATE auth_users SET password_hash = ${renewed}
        WHERE id = ${id} AND password_hash = ${passwordHash}`,
    ),
  }
}
