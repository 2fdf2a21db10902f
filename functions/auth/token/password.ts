import type { Context } from 'hono'
import { z } from 'zod'
import { addressAndPasswordMissing } from '#app/domain/identity/account-fields.ts'
import { findAccountParts } from '#app/domain/identity/account-queries.server.ts'
import { type SignInResult, signInWithPassword } from '#app/domain/identity/sign-in-with-password.server.ts'
import { identityContext } from '#app/http/identity-context.server.ts'
import { parseEmail } from '#app/values/email.ts'
import type { ServerEnv } from '../../server.ts'
import { AuthError } from '../errors.ts'
import { readJson, sessionObject } from '../wire.ts'

const PasswordGrantParams = z.object({
  email: z.string().nullish(),
  phone: z.string().nullish(),
  password: z.string().nullish(),
})

/** The grant `password`: an address and its password. */
export async function passwordGrant(c: Context<ServerEnv>): Promise<Response> {
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
  if (!result.ok) throw refusal(result)
  return c.json(sessionObject(result.value, await findAccountParts(c.var.app.directory, result.value.account.id)))
}

function refusal({ reason }: Extract<SignInResult, { ok: false }>): AuthError {
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
