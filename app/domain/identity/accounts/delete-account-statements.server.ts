/** What a deleted account loses, for the batch that deletes it. */
import { createHash } from 'node:crypto'
import type { SQL } from 'drizzle-orm'
import { sql } from 'drizzle-orm'
import { eraseLettersStatement } from '#app/domain/messaging/forget-letters.server.ts'
import { instantFromMs } from '#app/values/instant.ts'
import type { IdentityContext } from '../identity-context.ts'
import type { Account } from './account-queries.server.ts'

/** Everything by which someone could get in as the account. */
export function signInsStatements({ directory }: IdentityContext, id: string, may: SQL) {
  return {
    refreshTokens: directory.run(
      sql`DELETE FROM auth_refresh_tokens WHERE user_id = ${id} AND ${may}`,
    ),
    sessions: directory.run(sql`DELETE FROM auth_sessions WHERE user_id = ${id} AND ${may}`),
    links: directory.run(sql`DELETE FROM auth_one_time_tokens WHERE user_id = ${id} AND ${may}`),
    flows: directory.run(sql`DELETE FROM auth_flow_states WHERE user_id = ${id} AND ${may}`),
    challenges: directory.run(
      sql`DELETE FROM auth_challenges
        WHERE factor_id IN (SELECT id FROM auth_factors WHERE user_id = ${id}) AND ${may}`,
    ),
    factors: directory.run(sql`DELETE FROM auth_factors WHERE user_id = ${id} AND ${may}`),
    recoveryCodes: directory.run(
      sql`DELETE FROM auth_recovery_codes WHERE user_id = ${id} AND ${may}`,
    ),
  }
}

/** The account and its ways in are gone without a trace. */
export function goneStatements({ directory }: IdentityContext, id: string, may: SQL) {
  return {
    identities: directory.run(sql`DELETE FROM auth_identities WHERE user_id = ${id} AND ${may}`),
    account: directory.run(sql`DELETE FROM auth_users WHERE id = ${id} AND ${may}`),
  }
}

/** The account stays as a row that tells only that there was one: addresses become digests. */
export function digestStatements(
  { directory, nowMs }: IdentityContext,
  { id, email, phone }: Account,
  may: SQL,
) {
  const at = instantFromMs(nowMs)
  const digest = (text: string | null) =>
    text === null ? null : createHash('sha256').update(id).update(text).digest('base64url')
  return {
    identities: directory.run(sql`
      UPDATE auth_identities SET provider_id = identity_id, identity_data = '{}', updated_at = ${at}
      WHERE user_id = ${id} AND ${may}`),
    account: directory.run(sql`
      UPDATE auth_users SET email = ${digest(email)}, phone = ${digest(phone)},
        password_hash = NULL, new_email = NULL, new_phone = NULL, email_change_half = NULL,
        app_metadata = '{}', user_metadata = '{}', deleted_at = ${at},
        updated_at = ${at}
      WHERE id = ${id} AND ${may}`),
  }
}

/** What was written to the account's addresses about itself; letters of studios are the studios'. */
export const lettersStatement = (
  { directory }: IdentityContext,
  { email, phone }: Account,
  may: SQL,
) => eraseLettersStatement(directory, [email, phone], may)

/** The account's own row among `users`. */
export const userRowStatement = ({ directory }: IdentityContext, id: string, may: SQL) =>
  directory.run(sql`DELETE FROM users WHERE auth_id = ${id} AND ${may}`)
