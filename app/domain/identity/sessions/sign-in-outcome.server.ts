import { sql } from 'drizzle-orm'
import { batch, type Statement } from '#app/db/batch.server.ts'
import type { DirectoryDb } from '#app/db/connection.server.ts'
import type { Address } from '#app/domain/identity/accounts/account-queries.server.ts'

/**
 * The three outcomes of the specification (§4): no user row, set-up not complete, or complete and, where the account is
 * in one, the studio.
 */
export type SignInOutcome =
  | { kind: 'error' }
  | { kind: 'setup_not_complete' }
  | { kind: 'setup_complete'; studio: string | null }

export type UserRow = { name: string; setupComplete: number; slug: string | null }

/** Loads the user row of an account by its auth id, with the slug of the studio it is in. */
export function userStatement(
  directory: DirectoryDb,
  account: { id: string } | Address,
): Statement<UserRow[]> {
  const who =
    'id' in account
      ? sql`a.id = ${account.id}`
      : 'email' in account
        ? sql`a.email = ${account.email} AND a.is_sso_user = 0`
        : sql`a.phone = ${account.phone}`
  return directory.all<UserRow>(sql`
    SELECT u.name, u.setup_complete AS setupComplete, s.slug
    FROM auth_users a JOIN users u ON u.auth_id = a.id
    LEFT JOIN studios s ON s.id = u.studio_id AND s.state <> 'provisioning'
    WHERE ${who} AND a.aud = 'authenticated' AND a.deleted_at IS NULL`)
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
