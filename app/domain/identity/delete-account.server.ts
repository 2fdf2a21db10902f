import { createHash } from 'node:crypto'
import { type SQL, sql } from 'drizzle-orm'
import { batch, changed } from '#app/db/batch.server.ts'
import { authUsers } from '#app/db/directory-auth.ts'
import type { JoinStudioContext } from '#app/domain/studios/join-studio.server.ts'
import { releaseGoneAccounts } from '#app/domain/studios/release-gone-accounts.server.ts'
import { newId } from '#app/values/id.ts'
import { instantFromMs } from '#app/values/instant.ts'
import type { Account } from './accounts/account-queries.server.ts'
import type { Administrator } from './accounts/create-account.server.ts'
import { authAuditStatement } from './auth-audit.server.ts'
import type { IdentityContext } from './identity-context.ts'

export type DeleteAccountResult =
  | { ok: true }
  | { ok: false; reason: 'user_not_found' | 'only_owner' }

/**
 * Deletes an account with everything that signs it in. `soft` keeps a row that tells only that there was one: addresses
 * become digests, metadata goes, and the address is free again. What studios know of the person stays theirs: the
 * person's row there only loses its account, and its places go (decision 0022). Refused: an account that is not there,
 * and the only owner of an open studio, which nobody could run any more.
 */
export async function deleteAccount(
  ctx: IdentityContext & Pick<JoinStudioContext, 'shardOf'>,
  { actorId }: Administrator,
  id: string,
  { soft }: { soft: boolean },
): Promise<DeleteAccountResult> {
  const { directory } = ctx
  const [account] = await directory.select().from(authUsers).where(sql`${authUsers.id} = ${id}`)
  if (!account) return { ok: false, reason: 'user_not_found' }
  // Deleting softly what was deleted softly changes nothing.
  if (soft && account.deletedAt) return { ok: true }
  const line = newId()
  const may = sql`EXISTS (SELECT 1 FROM auth_audit_entries WHERE id = ${line})`
  const { audit } = await batch(directory, {
    audit: authAuditStatement(
      ctx,
      { id: line, actorId, action: 'user_deleted', traits: { user_id: id, soft } },
      sql`EXISTS (SELECT 1 FROM auth_users WHERE id = ${id}) AND NOT ${ownsAlone(id)}`,
    ),
    ...signInsStatements(ctx, id, may),
    ...(soft ? digestStatements(ctx, account, may) : goneStatements(ctx, id, may)),
    user: directory.run(sql`DELETE FROM users WHERE auth_id = ${id} AND ${may}`),
    places: directory.run(
      sql`UPDATE affiliations SET state = 'left' WHERE user_id = ${id} AND ${may}`,
    ),
  })
  if (changed(audit) === 0) return { ok: false, reason: 'only_owner' }
  await releaseGoneAccounts(ctx, id)
  return { ok: true }
}

/** A studio is open and has no other owner. */
const ownsAlone = (id: string): SQL => sql`EXISTS (
  SELECT 1 FROM affiliations f JOIN studios s ON s.id = f.studio_id AND s.state = 'open'
  WHERE f.user_id = ${id} AND f.role_id = 'owner' AND f.state = 'active' AND NOT EXISTS (
    SELECT 1 FROM affiliations o
    WHERE o.studio_id = f.studio_id AND o.user_id <> f.user_id AND o.role_id = 'owner' AND o.state = 'active'))`

/** Everything by which somebody could get in as the account. */
function signInsStatements({ directory }: IdentityContext, id: string, may: SQL) {
  return {
    refreshTokens: directory.run(
      sql`DELETE FROM auth_refresh_tokens WHERE user_id = ${id} AND ${may}`,
    ),
    sessions: directory.run(sql`DELETE FROM auth_sessions WHERE user_id = ${id} AND ${may}`),
    links: directory.run(sql`DELETE FROM auth_one_time_tokens WHERE user_id = ${id} AND ${may}`),
    flows: directory.run(sql`DELETE FROM auth_flow_states WHERE user_id = ${id} AND ${may}`),
    challenges: directory.run(
      sql`DELETE FROM auth_challenges WHERE factor_id IN (SELECT id FROM auth_factors WHERE user_id = ${id}) AND ${may}`,
    ),
    factors: directory.run(sql`DELETE FROM auth_factors WHERE user_id = ${id} AND ${may}`),
    recoveryCodes: directory.run(
      sql`DELETE FROM auth_recovery_codes WHERE user_id = ${id} AND ${may}`,
    ),
  }
}

function goneStatements({ directory }: IdentityContext, id: string, may: SQL) {
  return {
    identities: directory.run(sql`DELETE FROM auth_identities WHERE user_id = ${id} AND ${may}`),
    account: directory.run(sql`DELETE FROM auth_users WHERE id = ${id} AND ${may}`),
  }
}

function digestStatements(
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
      UPDATE auth_users SET email = ${digest(email)}, phone = ${digest(phone)}, password_hash = NULL, new_email = NULL,
        new_phone = NULL, email_change_half = NULL, app_metadata = '{}', user_metadata = '{}', deleted_at = ${at},
        updated_at = ${at}
      WHERE id = ${id} AND ${may}`),
  }
}
