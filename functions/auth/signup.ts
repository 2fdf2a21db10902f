import { Hono } from 'hono'
import { z } from 'zod'
import { findAccountParts } from '#app/domain/identity/account-queries.server.ts'
import { type SignUpResult, signUp } from '#app/domain/identity/sign-up.server.ts'
import { deliverSoon } from '#app/http/deliver-soon.server.ts'
import { identityContext } from '#app/http/identity-context.server.ts'
import { emailMaxLength, parseEmail } from '#app/values/email.ts'
import { instantFromMs } from '#app/values/instant.ts'
import type { ServerEnv } from '../server.ts'
import { AuthError } from './errors.ts'
import { readJson, sessionObject, userObject } from './wire.ts'

const SignupParams = z.object({
  email: z.string().nullish(),
  phone: z.string().nullish(),
  password: z.string().nullish(),
  data: z.record(z.string(), z.unknown()).nullish(),
})

/** Metadata rides in every access token of the wire. */
const metadataMaxCharacters = 8_192

/** POST /signup: the user object when the address is to be confirmed, a session where it need not be. */
export const signup = new Hono<ServerEnv>().post('/', async (c) => {
  const { app } = c.var
  const params = validate(await readJson(c, SignupParams))
  const { name } = params.metadata
  const result = await signUp(identityContext(app), {
    ...params,
    // Only a page of ours shows the terms; whoever comes by the wire completes set-up there.
    name: typeof name === 'string' ? name.slice(0, 80) : '',
    acceptsTerms: false,
  })
  deliverSoon(app, app.directory)
  if (!result.ok) throw refusal(result, identityContext(app).configuration.passwordMinLength)
  if (result.kind === 'signed_in') {
    const parts = await findAccountParts(app.directory, result.value.account.id)
    return c.json(sessionObject(result.value, parts))
  }
  // Made up for known and unknown addresses alike, so that the answer never tells which it was.
  const { id, email, createdAt } = result.account
  const at = instantFromMs(app.nowMs)
  const identity = {
    identityId: crypto.randomUUID(),
    providerId: id,
    provider: 'email',
    userId: id,
    identityData: { sub: id, email, email_verified: false, phone_verified: false },
    lastSignInAt: null,
    createdAt,
    updatedAt: at,
  }
  return c.json(userObject(result.account, { identities: [identity], factors: [] }))
})

function validate({ email, phone, password, data }: z.output<typeof SignupParams>) {
  if (email && phone) {
    throw new AuthError(400, 'validation_failed', 'Only an email address or phone number should be provided on signup.')
  }
  if (!email && !phone) throw new AuthError(422, 'anonymous_provider_disabled', 'Anonymous sign-ins are disabled')
  if (!password) throw new AuthError(400, 'validation_failed', 'Signup requires a valid password')
  if (!email) throw new AuthError(400, 'phone_provider_disabled', 'Phone signups are disabled')
  const parsed = email.length <= emailMaxLength ? parseEmail(email) : null
  if (!parsed) throw new AuthError(400, 'validation_failed', 'Unable to validate email address: invalid format')
  if (JSON.stringify(data ?? {}).length > metadataMaxCharacters) {
    throw new AuthError(
      400,
      'validation_failed',
      `User metadata cannot be longer than ${metadataMaxCharacters} characters`,
    )
  }
  return { email: parsed, password, metadata: data ?? {} }
}

function refusal({ reason }: Extract<SignUpResult, { ok: false }>, minLength: number): AuthError {
  switch (reason) {
    case 'sign_up_disabled':
      return new AuthError(422, 'signup_disabled', 'Signups not allowed for this instance')
    case 'password_too_long':
      return new AuthError(400, 'validation_failed', 'Password cannot be longer than 72 characters')
    case 'password_too_short':
      return new AuthError(422, 'weak_password', `Password should be at least ${minLength} characters.`, {
        weak_password: { reasons: ['length'] },
      })
    case 'user_already_exists':
      return new AuthError(422, 'user_already_exists', 'User already registered')
    case 'mail_too_soon':
      return new AuthError(
        429,
        'over_email_send_rate_limit',
        'For security purposes, you can only request this after 60 seconds.',
      )
    case 'too_many_tries':
      return new AuthError(429, 'over_request_rate_limit', 'Request rate limit reached')
  }
}
