import { type SQL, sql } from 'drizzle-orm'
import type { Statement } from '#app/db/batch.server.ts'
import { instantFromMs } from '#app/values/instant.ts'
import type { IdentityContext } from '../identity-context.ts'
import type { Account, Address } from './account-queries.server.ts'
import { addressIdentity } from './new-account.server.ts'

/**
 * Writes that an account has shown an address to be its own, as part of a batch: the one it has, or
 * the one it asked for, which then replaces it unless another account has taken it meanwhile. An
 * anonymous account becomes permanent. `onlyIf` as in the outbox.
 */
export function verifiedAddressStatements(
  ctx: Pick<IdentityContext, 'directory' | 'nowMs'>,
  account: Account,
  address: Address,
  onlyIf: SQL,
): Record<'verified' | 'identity', Statement<D1Result>> {
  const { directory } = ctx
  const at = instantFromMs(ctx.nowMs)
  const { appMetadata, userMetadata } = verifiedAccount(account, address, at)
  const verifiedColumns = sql`updated_at = ${at}, is_anonymous = 0,
    app_metadata = json_patch(app_metadata,
      ${JSON.stringify({ provider: appMetadata.provider, providers: appMetadata.providers })}),
    user_metadata = json_patch(user_metadata, ${JSON.stringify(addressMetadata(userMetadata))})`
  const { provider, providerId, data } = addressIdentity(account.id, address)
  const flag = `${provider}_verified`
  const mine = 'email' in address ? sql`email = ${address.email}` : sql`phone = ${address.phone}`
  return {
    verified: directory.run(
      'email' in address
        ? sql`
          UPDATE auth_users SET email = ${address.email},
            email_confirmed_at = CASE WHEN email = ${address.email}
              THEN coalesce(email_confirmed_at, ${at}) ELSE ${at} END,
            new_email = NULL, email_change_half = NULL, ${verifiedColumns}
          WHERE id = ${account.id} AND ${onlyIf} AND NOT EXISTS (SELECT 1 FROM auth_users AS other
            WHERE other.email = ${address.email} AND other.aud = auth_users.aud
              AND other.is_sso_user = 0 AND other.id <> auth_users.id)`
        : sql`
          UPDATE auth_users SET phone = ${address.phone},
            phone_confirmed_at = CASE WHEN phone = ${address.phone}
              THEN coalesce(phone_confirmed_at, ${at}) ELSE ${at} END,
            new_phone = NULL, ${verifiedColumns}
          WHERE id = ${account.id} AND ${onlyIf} AND NOT EXISTS (SELECT 1 FROM auth_users AS other
            WHERE other.phone = ${address.phone} AND other.aud = auth_users.aud
              AND other.id <> auth_users.id)`,
    ),
    identity: directory.run(sql`
      INSERT INTO auth_identities (identity_id, provider_id, provider, user_id, identity_data,
        last_sign_in_at, created_at, updated_at)
      SELECT ${crypto.randomUUID()}, ${providerId}, ${provider}, id,
        ${JSON.stringify({ ...data, [flag]: true })}, ${at}, ${at}, ${at}
      FROM auth_users WHERE id = ${account.id} AND ${mine} AND ${onlyIf}
      ON CONFLICT (provider, provider_id) DO UPDATE SET updated_at = excluded.updated_at,
        last_sign_in_at = excluded.last_sign_in_at, identity_data = json_patch(identity_data,
          ${JSON.stringify({ ...address, [flag]: true })})`),
  }
}

const addressKeys = ['email', 'phone', 'email_verified', 'phone_verified']

/** Of the metadata only what an address writes into it. */
const addressMetadata = (metadata: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(metadata).filter(([key]) => addressKeys.includes(key)))

/** The account as it is once `verifiedAddressStatements` has run. */
export function verifiedAccount(account: Account, address: Address, at: string): Account {
  const { provider } = addressIdentity(account.id, address)
  const providers = Array.isArray(account.appMetadata.providers)
    ? (account.appMetadata.providers as string[])
    : []
  return {
    ...account,
    ...address,
    ...('email' in address
      ? {
          emailConfirmedAt:
            (account.email === address.email ? account.emailConfirmedAt : null) ?? at,
          newEmail: null,
          emailChangeHalf: null,
        }
      : {
          phoneConfirmedAt:
            (account.phone === address.phone ? account.phoneConfirmedAt : null) ?? at,
          newPhone: null,
        }),
    isAnonymous: false,
    appMetadata: {
      ...account.appMetadata,
      provider: account.appMetadata.provider ?? provider,
      providers: [...new Set([...providers, provider])],
    },
    userMetadata: {
      ...account.userMetadata,
      // Copied at sign-up; an account that never had it there gets none.
      ...(provider in account.userMetadata ? address : {}),
      [`${provider}_verified`]: true,
    },
    updatedAt: at,
  }
}
