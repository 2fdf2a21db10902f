import { type Context, Hono } from 'hono'
import { z } from 'zod'
import { addressAndPasswordMissing } from '#app/domain/identity/account-fields.ts'
import { findAccountParts } from '#app/domain/identity/account-queries.server.ts'
import { type RefreshSessionResult, refreshSession } from '#app/domain/identity/refresh-session.server.ts'
import { type SignInResult, signInWithPassword } from '#app/domain/identity/sign-in-with-password.server.ts'
import { identityContext } from '#app/http/identity-context.server.ts'
import { parseEmail } from '#app/values/email.ts'
import type { ServerEnv } from '../server.ts'
import { AuthError } from './errors.ts'
import { readJson, sessionObject } from './wire.ts'

const PasswordGrantParams = z.object({
  email: z.string().nullish(),
  phone: z.string().nullish(),
  password: z.string().nullish(),
})

const RefreshTokenGrantParams = z.object({ refresh_token: z.string().nullish() })

/** POST /token?grant_type=… */
export const token = new Hono<ServerEnv>().post('/', async (c) => {
  switch (c.req.query('grant_type')) {
    case 'password':
      return passwordGrant(c)
    case 'refresh_token':
      return refreshTokenGrant(c)
    default:
      throw new AuthError(400, 'invalid_credentials', 'unsupported_grant_type')
  }
})

async function passwordGrant(c: Context<ServerEnv>): Promise<Response> {
  const { email, phone, password } = await readJson(c, PasswordGrantParams)
  if (email && phone) {
    throw new AuthError(400, 'validation_failed', 'Only an email address or phone number should be provided on login.')
  }
  if (!email && !phone) throw new AuthError(400, 'validation_failed', addressAndPasswordMissing)
  if (!email) throw new AuthError(422, 'phone_provider_disabled', 'Phone logins are disabled')
  const address = parseEmail(email)
  // What is no address can have no account, so nothing is given away by answering at once.
  const result: SignInResult = address
    ? await signInWithPassword(identityContext(c.var.app), { email: address, password: password ?? '' })
    : { ok: false, reason: 'invalid_credentials' }
  if (!result.ok) throw signInRefusal(result)
  return c.json(sessionObject(result.value, await findAccountParts(c.var.app.directory, result.value.account.id)))
}

function signInRefusal({ reason }: Extract<SignInResult, { ok: false }>): AuthError {
  switch (reason) {
    case 'too_many_tries':
      return new AuthError(429, 'over_request_rate_limit', 'Request rate limit reached')
    case 'invalid_credentials':
      return new AuthError(400, 'invalid_credentials', 'Invalid login credentials')
    case 'user_banned':
      return new AuthError(400, 'user_banned', 'User is banned')
    case 'email_not_confirmed':
      return new AuthError(400, 'email_not_confirmed', 'Email not confirmed')
  }
}

async function refreshTokenGrant(c: Context<ServerEnv>): Promise<Response> {
  const { refresh_token } = await readJson(c, RefreshTokenGrantParams)
  if (!refresh_token) throw new AuthError(400, 'validation_failed', 'refresh_token required')
  const result = await refreshSession(identityContext(c.var.app), refresh_token)
  if (!result.ok) throw new AuthError(400, result.reason, refreshMessages[result.reason])
  return c.json(sessionObject(result.value, result.parts))
}

const refreshMessages: Record<Extract<RefreshSessionResult, { ok: false }>['reason'], string> = {
  refresh_token_not_found: 'Invalid Refresh Token: Refresh Token Not Found',
  refresh_token_already_used: 'Invalid Refresh Token: Already Used',
  session_not_found: 'Invalid Refresh Token: Session Not Found',
  user_banned: 'Invalid Refresh Token: User Banned',
}
