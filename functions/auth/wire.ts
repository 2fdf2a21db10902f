import type { Context } from 'hono'
import type * as z from 'zod'
import type {
  Account,
  AccountParts,
  Factor,
  Identity,
} from '#app/domain/identity/accounts/account-queries.server.ts'
import type { IssuedSession } from '#app/domain/identity/sessions/sessions.server.ts'
import { readBody } from '#app/http/form.server.ts'
import type { ServerEnv } from '#functions/server-env.ts'
import { AuthError } from './errors.ts'

/** 1 MiB, counted while reading, since a length can be claimed. */
const bodyLimit = 1024 * 1024

/**
 * Reads a JSON body whatever its content type says. Wrong types are `bad_json`, and so is an empty
 * body, unless the call needs none (`mayBeEmpty`): then it is an empty object.
 */
export async function readJson<Schema extends z.ZodType>(
  c: Context<ServerEnv>,
  schema: Schema,
  { mayBeEmpty = false } = {},
): Promise<z.output<Schema>> {
  const tooLarge = () => new AuthError(413, 'request_entity_too_large', 'Request body too large')
  const bytes = await readBody(c.req.raw, bodyLimit).catch((thrown) => {
    throw thrown instanceof Response ? tooLarge() : thrown
  })
  const badJson = () => new AuthError(400, 'bad_json', 'Could not parse request body as JSON')
  let body: unknown
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: false }).decode(bytes)
    body = text === '' && mayBeEmpty ? {} : JSON.parse(text)
  } catch {
    throw badJson()
  }
  const parsed = schema.safeParse(body)
  if (!parsed.success) throw badJson()
  return parsed.data
}

/**
 * The user object (auth-api.md §2): what is empty is left out and never null, except the two
 * addresses.
 */
export function userObject(
  account: Account,
  { identities, factors }: AccountParts,
): Record<string, unknown> {
  const confirmedAt = account.emailConfirmedAt ?? account.phoneConfirmedAt
  return {
    id: account.id,
    aud: account.aud,
    role: account.role,
    email: account.email ?? '',
    ...present('email_confirmed_at', account.emailConfirmedAt),
    phone: account.phone ?? '',
    ...present('phone_confirmed_at', account.phoneConfirmedAt),
    ...present('confirmation_sent_at', account.confirmationSentAt),
    ...present('confirmed_at', confirmedAt),
    ...present('recovery_sent_at', account.recoverySentAt),
    ...present('new_email', account.newEmail),
    ...present('email_change_sent_at', account.emailChangeSentAt),
    ...present('new_phone', account.newPhone),
    ...present('phone_change_sent_at', account.phoneChangeSentAt),
    ...present('reauthentication_sent_at', account.reauthenticationSentAt),
    ...present('invited_at', account.invitedAt),
    ...present('last_sign_in_at', account.lastSignInAt),
    app_metadata: account.appMetadata,
    user_metadata: account.userMetadata,
    ...(factors.length > 0 ? { factors: factors.map(factorObject) } : {}),
    identities: identities.map(identityObject),
    created_at: account.createdAt,
    updated_at: account.updatedAt,
    ...present('banned_until', account.bannedUntil),
    ...present('deleted_at', account.deletedAt),
    is_anonymous: account.isAnonymous,
  }
}

const present = (name: string, value: string | null) => (value === null ? {} : { [name]: value })

/** `id` is the provider's id of the account, `identity_id` the row's: the names are the wire's. */
function identityObject(identity: Identity): Record<string, unknown> {
  return {
    identity_id: identity.identityId,
    id: identity.providerId,
    user_id: identity.userId,
    identity_data: identity.identityData,
    provider: identity.provider,
    last_sign_in_at: identity.lastSignInAt,
    created_at: identity.createdAt,
    updated_at: identity.updatedAt,
    email: identity.identityData.email ?? '',
  }
}

/** A second factor; its secret is never shown again. */
export function factorObject(factor: Factor): Record<string, unknown> {
  return {
    id: factor.id,
    ...(factor.friendlyName ? { friendly_name: factor.friendlyName } : {}),
    factor_type: factor.factorType,
    status: factor.status,
    phone: factor.phone ?? '',
    created_at: factor.createdAt,
    updated_at: factor.updatedAt,
    last_challenged_at: factor.lastChallengedAt,
  }
}

/** The session object of sign-up, token and verify. */
export function sessionObject(
  { account, access, refreshToken }: IssuedSession,
  parts: AccountParts,
): Record<string, unknown> {
  return {
    access_token: access.token,
    token_type: 'bearer',
    expires_in: access.expiresIn,
    expires_at: access.expiresAt,
    refresh_token: refreshToken,
    user: userObject(account, parts),
  }
}
