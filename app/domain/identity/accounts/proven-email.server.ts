import { type SQL, sql } from 'drizzle-orm'

/**
 * True where an account has proven that `email` is its own: by a link or code mailed to it, or by a
 * provider that vouches for it. An installation that asks for no confirmation proves nothing, and a
 * studio's own provider vouches for its staff only.
 */
export function provenEmailSql({ userId, email }: { userId: string; email: string }): SQL {
  return sql`EXISTS (
    SELECT 1 FROM auth_identities AS identity
    JOIN auth_users AS account ON account.id = identity.user_id
    WHERE identity.user_id = ${userId} AND account.email = ${email}
      AND account.email_confirmed_at IS NOT NULL AND account.is_sso_user = 0
      AND json_extract(identity.identity_data, '$.email') = ${email}
      AND json_extract(identity.identity_data, '$.email_verified') = 1)`
}
