import { type SQL, sql } from 'drizzle-orm'
import { batch, changed } from '#app/db/batch.server.ts'
import { authUsers } from '#app/db/directory-auth.ts'
import type { Administrator } from '#app/domain/identity/accounts/create-account.server.ts'
import {
  digestStatements,
  goneStatements,
  lettersStatement,
  signInsStatements,
  userRowStatement,
} from '#app/domain/identity/accounts/delete-account-statements.server.ts'
import { authAuditStatement } from '#app/domain/identity/auth-audit.server.ts'
import type { IdentityContext } from '#app/domain/identity/identity-context.ts'
import { newId } from '#app/values/id.ts'
import type { JoinStudioContext } from './join-studio.server.ts'
import { releaseGoneAccounts } from './release-gone-accounts.server.ts'

export type DeleteAccountResult =
  | { ok: true }
  | { ok: false; reason: 'user_not_found' | 'only_owner' }

/**
 * Deletes an account with everything that signs it in. `soft` keeps a row that tells only that
 * there was one: addresses become digests, metadata goes, and the address is free again. What
 * studios know of the person stays theirs: the person's row there only loses its account, and its
 * places go (decision 0022). Refused: an account that is not there, and the only owner of an open
 * studio, which nobody could run any more.
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
    letters: lettersStatement(ctx, account, may),
    ...(soft ? digestStatements(ctx, account, may) : goneStatements(ctx, id, may)),
    user: userRowStatement(ctx, id, may),
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
  SELECT 1 FROM affiliations AS affiliation
  JOIN studios AS studio ON studio.id = affiliation.studio_id AND studio.state = 'open'
  WHERE affiliation.user_id = ${id} AND affiliation.role_id = 'owner'
    AND affiliation.state = 'active' AND NOT EXISTS (
      SELECT 1 FROM affiliations AS other
      WHERE other.studio_id = affiliation.studio_id AND other.user_id <> affiliation.user_id
        AND other.role_id = 'owner' AND other.state = 'active'))`
