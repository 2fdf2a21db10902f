import { type SQL, sql } from 'drizzle-orm'
import type { Statement } from '#app/db/batch.server.ts'
import type { DirectoryDb } from '#app/db/connection.server.ts'
import { instantFromMs } from '#app/values/instant.ts'
import type { ExternalIdentity } from '../providers/external-identity.ts'

/**
 * Makes an account that never confirmed its address the one of who proved it now, for the batch
 * that added the identity: someone else may have signed up with the address first and wait for it
 * to be used (pre-hijack). The password, every other way in, sessions, second factors and what is
 * on its way go; places that a studio gave stay. Does nothing where the address is confirmed.
 * `identityId` is the row that stays.
 */
export function claimStatements(
  { directory, nowMs }: { directory: DirectoryDb; nowMs: number },
  { userId, identityId, name }: { userId: string; identityId: SQL; name: string },
  onlyIf: SQL,
): Record<string, Statement<D1Result>> {
  const at = instantFromMs(nowMs)
  const open = sql`${onlyIf}
    AND EXISTS (SELECT 1 FROM auth_users WHERE id = ${userId} AND email_confirmed_at IS NULL)`
  const forget = (table: string) =>
    directory.run(sql`DELETE FROM ${sql.raw(table)} WHERE user_id = ${userId} AND ${open}`)
  return {
    otherIdentities: directory.run(
      sql`DELETE FROM auth_identities
        WHERE user_id = ${userId} AND identity_id <> ${identityId} AND ${open}`,
    ),
    forgetTokens: forget('auth_refresh_tokens'),
    forgetSessions: forget('auth_sessions'),
    forgetSecrets: forget('auth_one_time_tokens'),
    forgetFlows: forget('auth_flow_states'),
    forgetFactors: forget('auth_factors'),
    forgetRecoveryCodes: forget('auth_recovery_codes'),
    person: directory.run(sql`
      UPDATE users SET name = CASE WHEN ${name} = '' THEN name ELSE ${name} END, setup_complete = 0,
        terms_accepted_at = NULL
      WHERE auth_id = ${userId} AND ${open}`),
    claim: directory.run(sql`
      UPDATE auth_users SET email_confirmed_at = ${at}, password_hash = NULL,
        password_contested = 0, phone = NULL, phone_confirmed_at = NULL, new_email = NULL,
        email_change_half = NULL, new_phone = NULL, is_anonymous = 0, updated_at = ${at}
      WHERE id = ${userId} AND ${open}`),
  }
}

/** Adds what the provider says to an account's metadata, and the provider to its list. */
export function notifyAccountStatement(
  { directory, nowMs }: { directory: DirectoryDb; nowMs: number },
  userId: string,
  { provider, data }: ExternalIdentity,
  onlyIf: SQL,
): Statement<D1Result> {
  const providers = sql`(SELECT json_group_array(provider) FROM (
    SELECT provider FROM auth_identities WHERE user_id = ${userId} GROUP BY provider
    ORDER BY min(created_at), provider))`
  return directory.run(sql`
    UPDATE auth_users SET user_metadata = json_patch(user_metadata, ${JSON.stringify(data)}),
      app_metadata = json_set(app_metadata, '$.providers', json(${providers}),
        '$.provider', coalesce(json_extract(app_metadata, '$.provider'), ${provider})),
      updated_at = ${instantFromMs(nowMs)}
    WHERE id = ${userId} AND ${onlyIf}`)
}
