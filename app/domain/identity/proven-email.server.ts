import { type SQL, sql } from 'drizzle-orm'

/**
 * True where an account has proven that `email` is its own: by a link or code mailed to it, or by a provider that
 * vouches for it. An installation that asks for no confirmation proves nothing, and a studio's own provider vouches for
 * its staff only.
 */
export function provenEmailSql({ userId, email }: { userId: string; email: string }): SQL {
  return sql`EXISTS (
    SELECT 1 FROM auth_identities AS way JOIN auth_users AS who ON who.id = way.user_id
    WHERE way.user_id = ${userId} AND who.email = ${email} AND who.email_confirmed_at IS NOT NULL AND who.is_sso_user = 0
      AND json_extract(way.identity_data, '$.email') = ${email} AND json_extract(way.identity_data, '$.email_verified') = 1)`
}
