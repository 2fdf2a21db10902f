import { type Context, Hono } from 'hono'
import * as z from 'zod'
import { findAccountParts } from '#app/domain/identity/accounts/account-queries.server.ts'
import { addressIdentity } from '#app/domain/identity/accounts/new-account.server.ts'
import { signInAnonymously } from '#app/domain/identity/accounts/sign-in-anonymously.server.ts'
import { signUp } from '#app/domain/identity/accounts/sign-up.server.ts'
import { fitsMetadata, tidyNames } from '#app/domain/identity/accounts/user-metadata.server.ts'
import { passwordRuleOf } from '#app/domain/identity/secrets/password-rule.ts'
import { deliverSoon } from '#app/http/deliver-soon.server.ts'
import { identityContext } from '#app/http/identity-context.server.ts'
import { instantFromMs } from '#app/values/instant.ts'
import type { ServerEnv } from '#functions/server-env.ts'
import { addressOf, checkChannel } from './addresses.ts'
import { captchaField, requireCaptcha } from './captcha.ts'
import { AuthError } from './errors.ts'
import { challengeOf, pkceFields } from './pkce-pair.ts'
import { errandRedirectOf } from './redirects.ts'
import { isPasswordReason, passwordError, refusalError } from './refusals.ts'
import { readJson, sessionObject, userObject } from './wire.ts'

const SignupParams = z.object({
  email: z.string().nullish(),
  phone: z.string().nullish(),
  password: z.string().nullish(),
  data: z.record(z.string(), z.unknown()).nullish(),
  channel: z.string().nullish(),
  ...pkceFields,
  ...captchaField,
})

/**
 * POST /signup: the user object when the address is to be confirmed, a session where it need not
 * be; without an address an anonymous sign-in.
 */
export const signup = new Hono<ServerEnv>().post('/', async (c) => {
  const { app } = c.var
  const identity = identityContext(app)
  const params = await readJson(c, SignupParams)
  await requireCaptcha(c, params)
  const metadata = metadataOf(params.data)
  if (!params.email && !params.phone) return anonymous(c, metadata)

  if (!params.password)
    throw new AuthError(400, 'validation_failed', 'Signup requires a valid password')
  const address = addressOf(
    params,
    'Only an email address or phone number should be provided on signup.',
  )
  if (!address)
    throw new AuthError(
      400,
      'validation_failed',
      'Signup requires an email address or phone number',
    )
  checkChannel(params.channel)
  const codeChallenge = challengeOf(params)
  if (codeChallenge && 'phone' in address) {
    throw new AuthError(400, 'validation_failed', 'PKCE not supported for phone signups')
  }
  const { name } = metadata
  const result = await signUp(identity, {
    ...address,
    password: params.password,
    metadata,
    codeChallenge,
    redirectTo: errandRedirectOf(c),
    // Only a page of ours shows the terms; anyone who comes by the wire completes set-up there.
    name: typeof name === 'string' ? name.slice(0, 80) : '',
    acceptsTerms: false,
  })
  deliverSoon(app, app.directory)
  if (!result.ok) {
    if (isPasswordReason(result.reason))
      throw passwordError(params.password, passwordRuleOf(identity.configuration))
    if (result.reason === 'phone_disabled') {
      throw new AuthError(400, 'phone_provider_disabled', 'Phone signups are disabled')
    }
    throw refusalError(result as Parameters<typeof refusalError>[0])
  }
  if (result.kind === 'signed_in') {
    const parts = await findAccountParts(app.directory, result.value.account.id)
    return c.json(sessionObject(result.value, parts))
  }
  // Made up for known and unknown addresses alike, so that the answer never tells which it was.
  const { id, createdAt } = result.account
  const { provider, providerId, data } = addressIdentity(id, address)
  const identityRow = {
    identityId: crypto.randomUUID(),
    providerId,
    provider,
    userId: id,
    identityData: data,
    lastSignInAt: null,
    createdAt,
    updatedAt: instantFromMs(app.nowMs),
  }
  return c.json(userObject(result.account, { identities: [identityRow], factors: [] }))
})

async function anonymous(
  c: Context<ServerEnv>,
  metadata: Record<string, unknown>,
): Promise<Response> {
  const result = await signInAnonymously(identityContext(c.var.app), { metadata })
  if (!result.ok) throw refusalError(result)
  return c.json(sessionObject(result.value, { identities: [], factors: [] }))
}

/** What a person may say about themselves, or 400 where it is too long. */
export function metadataOf(
  data: Record<string, unknown> | null | undefined,
): Record<string, unknown> {
  if (!fitsMetadata(data ?? {})) throw refusalError({ reason: 'metadata_too_long' })
  return tidyNames(data ?? {})
}
