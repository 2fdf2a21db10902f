import { type SQL, sql } from 'drizzle-orm'
import { batch, changed, type Statement } from '#app/db/batch.server.ts'
import { rightAfterChange } from '#app/domain/operations/audit.server.ts'
import { newId } from '#app/values/id.ts'
import { instantFromMs } from '#app/values/instant.ts'
import { type Account, accountByIdStatement } from './account-queries.server.ts'
import { authAuditStatement } from './audit.server.ts'
import {
  type AccountValues,
  type AddressTaken,
  type Administrator,
  emailTakenStatement,
} from './create-account.server.ts'
import type { IdentityContext } from './identity-context.ts'
import { mergeMetadata } from './metadata.ts'
import { spendLinksStatement } from './one-time-tokens.server.ts'
import { hashPassword } from './password-hash.server.ts'
import { endSessionsStatements } from './sessions.server.ts'

export type ChangeAccountResult =
  | { ok: true; account: Account }
  | { ok: false; reason: AddressTaken | 'user_not_found' | 'changed_meanwhile' }

/** Somebody else may merge metadata at the same moment; then it is read and merged again. */
const mostTries = 4

/**
 * Changes an account as an administrator says, at once and without a mail. Metadata merges key by key. A password ends
 * all sessions and voids every link and code (auth-api.md §5, 7); a ban ends nothing and is refused everywhere. Refused:
 * an account that is not there or was deleted, and an address that is somebody else's.
 */
export async function changeAccount(
  ctx: IdentityContext,
  by: Administrator,
  id: string,
  values: AccountValues,
): Promise<ChangeAccountResult> {
  const passwordHash = values.password ? await hashPassword(values.password) : values.passwordHash
  for (let tries = 0; tries < mostTries; tries += 1) {
    const [before] = await accountByIdStatement(ctx.directory, id)
    if (!before) return { ok: false, reason: 'user_not_found' }
    const result = await write(ctx, by, before, { ...values, ...(passwordHash ? { passwordHash } : {}) })
    if (result) return result
  }
  return { ok: false, reason: 'changed_meanwhile' }
}

/** Null when the account was changed since it was read. */
async function write(
  ctx: IdentityContext,
  { actorId }: Administrator,
  before: Account,
  values: AccountValues,
): Promise<ChangeAccountResult | null> {
  const { directory } = ctx
  const { id } = before
  const after = changedAccount(ctx, before, values)
  const stamp = newId()
  const free = sql`NOT EXISTS (SELECT 1 FROM auth_users o WHERE o.id <> ${id} AND o.aud = ${after.aud}
    AND ((o.email = ${after.email} AND o.is_sso_user = 0) OR o.phone = ${after.phone}))`
  const written = sql`EXISTS (SELECT 1 FROM auth_audit_entries WHERE id = ${stamp})`
  const identities = identityStatements(ctx, before, after, written)
  const ended = endSessionsStatements(directory, { userId: id, sessionId: '', scope: 'global' }, written)
  const voids = values.passwordHash !== undefined || values.emailConfirm || values.phoneConfirm
  const { accounts, emailTaken, change } = await batch(directory, {
    change: directory.run(sql`
      UPDATE auth_users SET email = ${after.email}, phone = ${after.phone}, password_hash = ${after.passwordHash},
        password_contested = ${after.passwordContested ? 1 : 0}, email_confirmed_at = ${after.emailConfirmedAt},
        phone_confirmed_at = ${after.phoneConfirmedAt}, banned_until = ${after.bannedUntil}, role = ${after.role},
        aud = ${after.aud}, is_anonymous = ${after.isAnonymous ? 1 : 0},
        app_metadata = ${JSON.stringify(after.appMetadata)}, user_metadata = ${JSON.stringify(after.userMetadata)},
        updated_at = ${after.updatedAt}
      WHERE id = ${id} AND deleted_at IS NULL AND email IS ${before.email} AND phone IS ${before.phone}
        AND password_hash IS ${before.passwordHash} AND json(app_metadata) = json(${JSON.stringify(before.appMetadata)})
        AND json(user_metadata) = json(${JSON.stringify(before.userMetadata)}) AND ${free}`),
    // Its id tells the statements behind it that the change was made.
    audit: authAuditStatement(
      ctx,
      { id: stamp, actorId, action: 'user_modified', traits: { user_id: id } },
      rightAfterChange,
    ),
    ...identities,
    ...(values.passwordHash === undefined
      ? {}
      : {
          refreshTokens: ended.refreshTokens,
          sessions: ended.sessions,
          told: authAuditStatement(ctx, { actorId, action: 'user_updated_password', traits: { user_id: id } }, written),
        }),
    links: voids ? spendLinksStatement(directory, id, written) : null,
    accounts: accountByIdStatement(directory, id),
    emailTaken: emailTakenStatement(ctx, after, id),
  })
  const [account] = accounts
  if (!account) return { ok: false, reason: 'user_not_found' }
  if (changed(change) > 0) return { ok: true, account }
  if (emailTaken.length > 0) return { ok: false, reason: 'email_exists' }
  const phoneTaken = await directory.all(
    sql`SELECT 1 FROM auth_users WHERE phone = ${after.phone} AND aud = ${after.aud} AND id <> ${id}`,
  )
  return phoneTaken.length > 0 ? { ok: false, reason: 'phone_exists' } : null
}

function changedAccount({ nowMs }: IdentityContext, before: Account, values: AccountValues): Account {
  const at = instantFromMs(nowMs)
  const { email = before.email, phone = before.phone, emailConfirm, phoneConfirm, passwordHash, bannedForMs } = values
  const emailConfirmedAt = emailConfirm && email ? (before.emailConfirmedAt ?? at) : before.emailConfirmedAt
  const phoneConfirmedAt = phoneConfirm && phone ? (before.phoneConfirmedAt ?? at) : before.phoneConfirmedAt
  const marks = {
    ...(emailConfirm && email ? { email_verified: true } : {}),
    ...(phoneConfirm && phone ? { phone_verified: true } : {}),
  }
  const { providers } = before.appMetadata
  const known = Array.isArray(providers) ? providers : []
  const added = [...(email ? ['email'] : []), ...(phone ? ['phone'] : [])].filter((name) => !known.includes(name))
  return {
    ...before,
    email,
    phone,
    emailConfirmedAt,
    phoneConfirmedAt,
    passwordHash: passwordHash ?? before.passwordHash,
    passwordContested: passwordHash === undefined && before.passwordContested,
    bannedUntil:
      bannedForMs === undefined ? before.bannedUntil : bannedForMs === 0 ? null : instantFromMs(nowMs + bannedForMs),
    role: values.role ?? before.role,
    aud: values.aud ?? before.aud,
    // Who has a confirmed address is no stranger any more (auth-api.md §5, 16).
    isAnonymous: before.isAnonymous && emailConfirmedAt === null && phoneConfirmedAt === null,
    userMetadata: { ...mergeMetadata(before.userMetadata, values.userMetadata), ...marks },
    appMetadata: {
      ...mergeMetadata(before.appMetadata, values.appMetadata),
      ...(added.length > 0
        ? { provider: before.appMetadata.provider ?? added[0], providers: [...known, ...added] }
        : {}),
    },
    updatedAt: at,
  }
}

/** An address that changed, or was confirmed, is told by its identity; a first one makes it. */
function identityStatements(
  { directory }: IdentityContext,
  before: Account,
  after: Account,
  onlyIf: SQL,
): Record<string, Statement<D1Result> | null> {
  const of = (provider: 'email' | 'phone', address: string | null, verified: boolean, same: boolean) => {
    if (!address || same) return null
    const [key, mark] = provider === 'email' ? ['email', 'email_verified'] : ['phone', 'phone_verified']
    const data = JSON.stringify({ sub: after.id, [key]: address, [mark]: verified })
    return directory.run(sql`
      INSERT INTO auth_identities (identity_id, provider_id, provider, user_id, identity_data, created_at, updated_at)
      SELECT ${crypto.randomUUID()}, ${after.id}, ${provider}, ${after.id}, ${data}, ${after.updatedAt}, ${after.updatedAt}
      WHERE ${onlyIf}
      ON CONFLICT (provider, provider_id) DO UPDATE SET
        identity_data = json_patch(identity_data, excluded.identity_data), updated_at = excluded.updated_at`)
  }
  const same = (key: 'email' | 'phone', confirmed: 'emailConfirmedAt' | 'phoneConfirmedAt') =>
    before[key] === after[key] && before[confirmed] === after[confirmed]
  return {
    email: of('email', after.email, after.emailConfirmedAt !== null, same('email', 'emailConfirmedAt')),
    phone: of('phone', after.phone, after.phoneConfirmedAt !== null, same('phone', 'phoneConfirmedAt')),
  }
}
