import { type SQL, sql } from 'drizzle-orm'
import { batch, type Statement } from '#app/db/batch.server.ts'
import { instantFromMs } from '#app/values/instant.ts'
import { authAuditStatement } from '../auth-audit.server.ts'
import { needsSecondStep } from '../factors/second-step.ts'
import type { IdentityContext } from '../identity-context.ts'
import { checkNewPassword, type PasswordRefusal } from '../secrets/new-password.server.ts'
import { spendLinksStatement } from '../secrets/one-time-tokens.server.ts'
import { passwordChangeStatements } from '../secrets/password-change.server.ts'
import type { ReturnTarget } from '../secrets/send-secret.server.ts'
import {
  type Account,
  type AccountParts,
  accountByIdStatement,
  accountPartsStatements,
  type StoredSession,
} from './account-queries.server.ts'
import { type AddressChangeRefusal, planAddressChanges } from './change-address.server.ts'
import { mergeMetadata } from './metadata.ts'
import { fitsMetadata, mergedMetadata, ownMetadata } from './user-metadata.server.ts'

/** Who changes something about themselves: what `requireBearer` found. */
export type Changer = { account: Account; session: StoredSession; parts: AccountParts }

export type UserChanges = ReturnTarget & {
  /** In stored form. */
  email?: string
  phone?: string
  password?: string
  currentPassword?: string | null
  /** The code that `reauthenticate` sent. */
  nonce?: string | null
  /** Merged into the metadata by top-level keys; null takes a key away. */
  metadata?: Record<string, unknown>
}

export type ChangeUserResult =
  | { ok: true; account: Account; parts: AccountParts }
  | {
      ok: false
      reason:
        | 'too_many_tries'
        | 'insufficient_aal'
        | 'user_sso_managed'
        | 'metadata_too_long'
        | 'needs_address'
    }
  | PasswordRefusal
  | AddressChangeRefusal

/**
 * Changes an account at its owner's wish (auth-api.md, PUT /user), in one batch. A new password
 * ends every other session and voids all links and codes; a new e-mail address or phone number is
 * only asked for, and stands once it is confirmed (`verifyOneTimeSecret`). Refused: a session that
 * has not shown its second factor, an account that a studio's own provider keeps, a password for an
 * account without an address, and what `checkNewPassword` and `planAddressChanges` refuse.
 */
export async function changeUser(
  ctx: IdentityContext,
  changer: Changer,
  changes: UserChanges,
): Promise<ChangeUserResult> {
  const { account, session, parts } = changer
  const sensitive = [changes.password, changes.email, changes.phone].some(
    (value) => value !== undefined,
  )
  if (!(await ctx.addressMay('user'))) return { ok: false, reason: 'too_many_tries' }
  if (account.isSsoUser && (sensitive || changes.nonce))
    return { ok: false, reason: 'user_sso_managed' }
  if (sensitive && needsSecondStep(parts, session)) return { ok: false, reason: 'insufficient_aal' }
  const addressed = account.email ?? account.phone ?? changes.email ?? changes.phone
  if (changes.password !== undefined && account.isAnonymous && !addressed)
    return { ok: false, reason: 'needs_address' }
  const patch = ownMetadata(changes.metadata ?? {})
  if (!fitsMetadata(mergeMetadata(account.userMetadata, patch)))
    return { ok: false, reason: 'metadata_too_long' }

  const checked =
    changes.password !== undefined
      ? await checkNewPassword(ctx, changer, { ...changes, password: changes.password })
      : null
  if (checked && !checked.ok) return checked
  const plan = await planAddressChanges(ctx, account, changes)
  if (!plan.ok) return plan

  const { accounts, identities, factors } = await batch(ctx.directory, {
    // First what is void with the old password, then what is sent again.
    ...(checked ? passwordStatements(ctx, changer, checked) : {}),
    ...(Object.keys(patch).length > 0 ? { metadata: metadataStatement(ctx, account, patch) } : {}),
    ...plan.statements,
    audit: authAuditStatement(ctx, { actorId: account.id, action: 'user_modified' }),
    accounts: accountByIdStatement(ctx.directory, account.id),
    ...accountPartsStatements(ctx.directory, account.id),
  })
  const [changed] = accounts
  if (!changed) throw new Error('The account went while it was changed')
  // A nonce works once: of two changes with one of them at once only the first finds it.
  if (checked && changed.passwordHash !== checked.hash && checked.nonce) {
    return { ok: false, reason: 'reauthentication_not_valid' }
  }
  return { ok: true, account: changed, parts: { identities, factors } }
}

function passwordStatements(
  ctx: IdentityContext,
  { account, session }: Changer,
  { hash, guard }: { hash: string; guard: SQL },
): Record<string, Statement<D1Result> | null | undefined> {
  return {
    ...passwordChangeStatements(ctx, { account, hash, keepSessionId: session.id }, guard),
    spent: spendLinksStatement(ctx.directory, account.id, guard),
  }
}

const metadataStatement = (
  { directory, nowMs }: IdentityContext,
  { id }: Account,
  patch: Record<string, unknown>,
) =>
  directory.run(sql`
    UPDATE auth_users SET user_metadata = ${mergedMetadata('user_metadata', patch)},
      updated_at = ${instantFromMs(nowMs)}
    WHERE id = ${id}`)
