import { type SQL, sql } from 'drizzle-orm'
import { batch, changed, type Statement } from '#app/db/batch.server.ts'
import { rightAfterChange } from '#app/domain/audit/audit.server.ts'
import { newId } from '#app/values/id.ts'
import { instantFromMs } from '#app/values/instant.ts'
import { authAuditStatement } from '../auth-audit.server.ts'
import type { IdentityContext } from '../identity-context.ts'
import { spendLinksStatement } from '../secrets/one-time-tokens.server.ts'
import { hashPassword } from '../secrets/password-hash.server.ts'
import { endSessionsStatements } from '../sessions/sessions.server.ts'
import { type Account, accountByIdStatement } from './account-queries.server.ts'
import {
  type AccountValues,
  type AddressTaken,
  type Administrator,
  emailTakenStatement,
} from './create-account.server.ts'
import { mergedMetadata } from './user-metadata.server.ts'

export type ChangeAccountResult =
  | { ok: true; account: Account }
  | { ok: false; reason: AddressTaken | 'user_not_found' }

/**
 * Changes an account as an administrator says, at once and without a mail. Metadata merges key by
 * key, also when others change it at the same moment. A password ends all sessions and voids every
 * link and code (auth-api.md §5, 7); a ban ends nothing and is refused everywhere. Refused: an
 * account that is not there or was deleted, and an address that is someone else's.
 */
export async function changeAccount(
  ctx: IdentityContext,
  { actorId }: Administrator,
  id: string,
  values: AccountValues,
): Promise<ChangeAccountResult> {
  const { directory } = ctx
  const passwordHash = values.password ? await hashPassword(values.password) : values.passwordHash
  const { before } = await batch(directory, { before: accountByIdStatement(directory, id) })
  if (!before[0]) return { ok: false, reason: 'user_not_found' }
  const email = values.email ?? before[0].email
  const phone = values.phone ?? before[0].phone
  const aud = values.aud ?? before[0].aud
  const line = newId()
  const written = sql`EXISTS (SELECT 1 FROM auth_audit_entries WHERE id = ${line})`
  const ended = endSessionsStatements(
    directory,
    { userId: id, sessionId: '', scope: 'global' },
    written,
  )
  const voids = passwordHash !== undefined || values.emailConfirm || values.phoneConfirm
  const { accounts, emailTaken, change } = await batch(directory, {
    change: directory.run(sql`
      UPDATE auth_users
        SET ${changes(ctx, before[0], { ...values, ...(passwordHash ? { passwordHash } : {}) })}
      WHERE id = ${id} AND deleted_at IS NULL AND NOT EXISTS (
        SELECT 1 FROM auth_users AS other WHERE other.id <> ${id} AND other.aud = ${aud}
          AND ((other.email = ${email} AND other.is_sso_user = 0) OR other.phone = ${phone}))`),
    audit: authAuditStatement(
      ctx,
      { id: line, actorId, action: 'user_modified', traits: { user_id: id } },
      rightAfterChange,
    ),
    emailIdentity: identityStatement(
      ctx,
      id,
      'email',
      values.email ?? (values.emailConfirm ? email : null),
      written,
    ),
    phoneIdentity: identityStatement(
      ctx,
      id,
      'phone',
      values.phone ?? (values.phoneConfirm ? phone : null),
      written,
    ),
    refreshTokens: passwordHash ? ended.refreshTokens : null,
    sessions: passwordHash ? ended.sessions : null,
    passwordAudit: passwordHash
      ? authAuditStatement(
          ctx,
          { actorId, action: 'user_updated_password', traits: { user_id: id } },
          written,
        )
      : null,
    links: voids ? spendLinksStatement(directory, id, written) : null,
    accounts: accountByIdStatement(directory, id),
    emailTaken: emailTakenStatement(ctx, { email, aud }, id),
  })
  if (!accounts[0]) return { ok: false, reason: 'user_not_found' }
  if (changed(change) > 0) return { ok: true, account: accounts[0] }
  return { ok: false, reason: emailTaken.length > 0 ? 'email_exists' : 'phone_exists' }
}

/**
 * The columns that change. An address that is set is not confirmed by it, and what was confirmed
 * stays so.
 */
function changes({ nowMs }: IdentityContext, before: Account, values: AccountValues): SQL {
  const at = instantFromMs(nowMs)
  const { email, phone, passwordHash, bannedForMs, role, aud } = values
  const confirms = {
    email: values.emailConfirm && (email ?? before.email),
    phone: values.phoneConfirm && (phone ?? before.phone),
  }
  const userMetadata = {
    ...values.userMetadata,
    ...(confirms.email ? { email_verified: true } : {}),
    ...(confirms.phone ? { phone_verified: true } : {}),
  }
  const { provider, providers } = before.appMetadata
  const known = Array.isArray(providers) ? (providers as string[]) : []
  const added = [...(email ? ['email'] : []), ...(phone ? ['phone'] : [])].filter(
    (name) => !known.includes(name),
  )
  const appMetadata = {
    ...values.appMetadata,
    ...(added.length > 0
      ? { provider: provider ?? added[0], providers: [...known, ...added] }
      : {}),
  }
  const columns = [
    sql`updated_at = ${at}`,
    email ? sql`email = ${email}` : null,
    phone ? sql`phone = ${phone}` : null,
    confirms.email ? sql`email_confirmed_at = coalesce(email_confirmed_at, ${at})` : null,
    confirms.phone ? sql`phone_confirmed_at = coalesce(phone_confirmed_at, ${at})` : null,
    // Who has a confirmed address is no stranger any more (auth-api.md §5, 16).
    confirms.email || confirms.phone ? sql`is_anonymous = 0` : null,
    // The administrator is behind it now.
    passwordHash
      ? sql`password_hash = ${passwordHash}, password_contested = 0, signed_up_at = NULL`
      : null,
    bannedForMs === undefined
      ? null
      : sql`banned_until = ${bannedForMs === 0 ? null : instantFromMs(nowMs + bannedForMs)}`,
    role ? sql`role = ${role}` : null,
    aud ? sql`aud = ${aud}` : null,
    Object.keys(userMetadata).length > 0
      ? sql`user_metadata = ${mergedMetadata('user_metadata', userMetadata)}`
      : null,
    Object.keys(appMetadata).length > 0
      ? sql`app_metadata = ${mergedMetadata('app_metadata', appMetadata)}`
      : null,
  ]
  return sql.join(
    columns.filter((column) => column !== null),
    sql`, `,
  )
}

/** An address that was set or confirmed is told by its identity; a first one makes it. */
function identityStatement(
  { directory, nowMs }: IdentityContext,
  id: string,
  provider: 'email' | 'phone',
  address: string | null,
  onlyIf: SQL,
): Statement<D1Result> | null {
  if (!address) return null
  const at = instantFromMs(nowMs)
  const confirmedAt = sql.raw(`${provider}_confirmed_at`)
  return directory.run(sql`
    INSERT INTO auth_identities (identity_id, provider_id, provider, user_id, identity_data,
      created_at, updated_at)
    SELECT ${crypto.randomUUID()}, id, ${provider}, id,
      json_object('sub', id, ${provider}, ${address}, ${`${provider}_verified`},
        json(CASE WHEN ${confirmedAt} IS NULL THEN 'false' ELSE 'true' END)), ${at}, ${at}
    FROM auth_users WHERE id = ${id} AND ${onlyIf}
    ON CONFLICT (provider, provider_id) DO UPDATE SET
      identity_data = json_patch(identity_data, excluded.identity_data),
      updated_at = excluded.updated_at`)
}
