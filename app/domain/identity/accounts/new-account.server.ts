import { type SQL, sql } from 'drizzle-orm'
import type { Statement } from '#app/db/batch.server.ts'
import { instantFromMs } from '#app/values/instant.ts'
import type { IdentityContext } from '../identity-context.ts'
import type { Account, Address } from './account-queries.server.ts'

/**
 * An account with nothing in it but an id and the time; `values` go over that. Nothing is written
 * yet.
 */
export function newAccount({ nowMs }: { nowMs: number }, values: Partial<Account> = {}): Account {
  const at = instantFromMs(nowMs)
  return {
    id: crypto.randomUUID(),
    aud: 'authenticated',
    role: 'authenticated',
    email: null,
    phone: null,
    passwordHash: null,
    emailConfirmedAt: null,
    phoneConfirmedAt: null,
    invitedAt: null,
    signedUpAt: null,
    newEmail: null,
    emailChangeSentAt: null,
    emailChangeHalf: null,
    newPhone: null,
    phoneChangeSentAt: null,
    reauthenticationSentAt: null,
    confirmationSentAt: null,
    recoverySentAt: null,
    lastSignInAt: null,
    bannedUntil: null,
    deletedAt: null,
    isAnonymous: false,
    isSsoUser: false,
    passwordContested: false,
    appMetadata: {},
    userMetadata: {},
    createdAt: at,
    updatedAt: at,
    ...values,
  }
}

/**
 * What the auth service knows of an account at a provider; for e-mail and phone the provider's id
 * is the user's.
 */
export type NewIdentity = { provider: string; providerId: string; data: Record<string, unknown> }

/**
 * Writes an account, its identities and its row of `users`, for someone's batch. An address that
 * is taken writes nothing at all: the unique index decides, so of two at once one is made. `name`
 * and `complete` (a name was given and the terms accepted) go into `users`. `onlyIf` as in the
 * outbox.
 */
export function newAccountStatements(
  { directory, now }: IdentityContext,
  account: Account,
  { identities, name, complete }: { identities: NewIdentity[]; name: string; complete: boolean },
  onlyIf: SQL = sql`1`,
): Record<'account' | 'user' | `identity${number}`, Statement<D1Result>> {
  const { isAnonymous, isSsoUser, appMetadata, userMetadata, createdAt } = account
  const made = sql`EXISTS (SELECT 1 FROM auth_users WHERE id = ${account.id})`
  return {
    account: directory.run(sql`
      INSERT INTO auth_users (id, aud, role, email, phone, password_hash, email_confirmed_at,
        phone_confirmed_at, invited_at, signed_up_at, banned_until, is_anonymous, is_sso_user,
        app_metadata, user_metadata, created_at, updated_at)
      SELECT ${account.id}, ${account.aud}, ${account.role}, ${account.email}, ${account.phone},
        ${account.passwordHash}, ${account.emailConfirmedAt}, ${account.phoneConfirmedAt},
        ${account.invitedAt}, ${account.signedUpAt}, ${account.bannedUntil},
        ${isAnonymous ? 1 : 0}, ${isSsoUser ? 1 : 0}, ${JSON.stringify(appMetadata)},
        ${JSON.stringify(userMetadata)}, ${createdAt}, ${createdAt}
      WHERE ${onlyIf}
      ON CONFLICT DO NOTHING`),
    user: directory.run(sql`
      INSERT INTO users (auth_id, name, setup_complete, terms_accepted_at, created_at)
      SELECT ${account.id}, ${name}, ${complete ? 1 : 0}, ${complete ? now : null}, ${now}
      WHERE ${made}`),
    ...Object.fromEntries(
      identities.map(({ provider, providerId, data }, i) => [
        `identity${i}`,
        directory.run(sql`
          INSERT INTO auth_identities (identity_id, provider_id, provider, user_id, identity_data,
            created_at, updated_at)
          SELECT ${crypto.randomUUID()}, ${providerId}, ${provider}, id, ${JSON.stringify(data)},
            created_at, created_at
          FROM auth_users WHERE id = ${account.id}`),
      ]),
    ),
  }
}

/**
 * The identity of an address; its data is what the wire copies into `user_metadata` after a self
 * sign-up.
 */
export function addressIdentity(id: string, address: Address): NewIdentity {
  if ('email' in address) return emailIdentity({ id, email: address.email })
  return {
    provider: 'phone',
    providerId: id,
    data: { sub: id, phone: address.phone, email_verified: false, phone_verified: false },
  }
}

/** The same of an e-mail address. */
export function emailIdentity({ id, email }: { id: string; email: string }): NewIdentity {
  return {
    provider: 'email',
    providerId: id,
    data: { sub: id, email, email_verified: false, phone_verified: false },
  }
}
