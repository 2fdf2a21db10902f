import { sql } from 'drizzle-orm'
import { batch, changed } from '#app/db/batch.server.ts'
import { authIdentities } from '#app/db/directory-auth.ts'
import { authAuditStatement } from '../auth-audit.server.ts'
import type { IdentityContext } from '../identity-context.ts'

export type UnlinkIdentityResult =
  | { ok: true }
  | { ok: false; reason: 'identity_not_found' | 'last_identity' | 'identity_is_address' }

/**
 * Takes a way to sign in out of an account. The last one stays, also of two taken out at once, and
 * so does the account's own address, which is changed and not taken away. `identityId` is the
 * row's.
 */
export async function unlinkIdentity(
  ctx: IdentityContext,
  { userId, identityId }: { userId: string; identityId: string },
): Promise<UnlinkIdentityResult> {
  const { directory } = ctx
  const mine = sql`identity_id = ${identityId} AND user_id = ${userId}`
  const may = sql`${mine} AND provider NOT IN ('email', 'phone')
    AND (SELECT count(*) FROM auth_identities WHERE user_id = ${userId}) > 1`
  const { found, remove } = await batch(directory, {
    found: directory.select().from(authIdentities).where(mine),
    audit: authAuditStatement(
      ctx,
      { actorId: userId, action: 'identity_unlinked', traits: { identity_id: identityId } },
      sql`EXISTS (SELECT 1 FROM auth_identities WHERE ${may})`,
    ),
    remove: directory.run(sql`DELETE FROM auth_identities WHERE ${may}`),
    providers: directory.run(sql`
      UPDATE auth_users SET app_metadata = json_set(app_metadata, '$.providers', json((
        SELECT json_group_array(DISTINCT provider) FROM auth_identities WHERE user_id = ${userId})))
      WHERE id = ${userId}`),
  })
  if (changed(remove) > 0) return { ok: true }
  const identity = found[0]
  if (!identity) return { ok: false, reason: 'identity_not_found' }
  const isAddress = identity.provider === 'email' || identity.provider === 'phone'
  return { ok: false, reason: isAddress ? 'identity_is_address' : 'last_identity' }
}
