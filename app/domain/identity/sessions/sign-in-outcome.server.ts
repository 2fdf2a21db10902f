import { type SQL, sql } from 'drizzle-orm'
import { batch, type Statement } from '#app/db/batch.server.ts'
import type { DirectoryDb } from '#app/db/connection.server.ts'
import type { Address } from '../accounts/account-queries.server.ts'

/**
 * The three outcomes of the specification (§4): no user row, set-up not complete, or complete and,
 * where the account is in one, the studio.
 */
export type SignInOutcome =
  | { kind: 'error' }
  | { kind: 'setup_not_complete' }
  | { kind: 'setup_complete'; studio: string | null }

export type UserRow = { name: string; setupComplete: number; slug: string | null }

function accountIs(account: { id: string } | Address): SQL {
  if ('id' in account) return sql`account.id = ${account.id}`
  if ('email' in account) return sql`account.email = ${account.email} AND account.is_sso_user = 0`
  return sql`account.phone = ${account.phone}`
}

/** Loads the user row of an account by its auth id, with the slug of the studio it is in. */
export function userStatement(
  directory: DirectoryDb,
  account: { id: string } | Address,
): Statement<UserRow[]> {
  return directory.all<UserRow>(sql`
    SELECT user.name, user.setup_complete AS setupComplete, studio.slug
    FROM auth_users AS account JOIN users AS user ON user.auth_id = account.id
    LEFT JOIN studios AS studio ON studio.id = user.studio_id AND studio.state <> 'provisioning'
    WHERE ${accountIs(account)} AND account.aud = 'authenticated' AND account.deleted_at IS NULL`)
}

export function outcomeOf(rows: UserRow[]): SignInOutcome {
  const user = rows[0]
  if (!user) return { kind: 'error' }
  return user.setupComplete === 1
    ? { kind: 'setup_complete', studio: user.slug }
    : { kind: 'setup_not_complete' }
}

/** The outcome for an account whose session began elsewhere. */
export async function findSignInOutcome(
  directory: DirectoryDb,
  id: string,
): Promise<SignInOutcome> {
  const { users } = await batch(directory, { users: userStatement(directory, { id }) })
  return outcomeOf(users)
}
