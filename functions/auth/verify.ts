import { type Context, Hono } from 'hono'
import * as z from 'zod'
import { findAccountParts } from '#app/domain/identity/accounts/account-queries.server.ts'
import {
  codeAnswer,
  failureAnswer,
  messageAnswer,
  sessionAnswer,
} from '#app/domain/identity/secrets/link-answers.ts'
import {
  isOneTimeType,
  isPhoneType,
  type OneTimeType,
} from '#app/domain/identity/secrets/one-time-types.ts'
import {
  type OneTimeProof,
  type VerifyRefusal,
  verifyOneTimeSecret,
} from '#app/domain/identity/secrets/verify-one-time-secret.server.ts'
import { identityContext } from '#app/http/identity-context.server.ts'
import { parseEmail } from '#app/values/email.ts'
import type { ServerEnv } from '#functions/server-env.ts'
import { phoneOf } from './addresses.ts'
import { AuthError } from './errors.ts'
import { redirectOf } from './redirects.ts'
import { refusalError } from './refusals.ts'
import { readJson, sessionObject } from './wire.ts'

const VerifyParams = z.object({
  type: z.string().nullish(),
  token: z.string().nullish(),
  token_hash: z.string().nullish(),
  email: z.string().nullish(),
  phone: z.string().nullish(),
  redirect_to: z.string().nullish(),
})

const firstHalf =
  'Confirmation link accepted. Please proceed to confirm link sent to the other email'

export const verify = new Hono<ServerEnv>()

/**
 * POST /verify: a code with its address, or the token of a link; a session, or words after half an
 * e-mail change.
 */
verify.post('/', async (c) => {
  const { app } = c.var
  const { type, proof } = validate(await readJson(c, VerifyParams))
  const result = await verifyOneTimeSecret(identityContext(app), { type, proof })
  if (!result.ok) throw refusal(result, 'token' in proof)
  if (result.kind === 'first_half') return c.json({ msg: firstHalf, code: '200' })
  if (result.kind === 'code') throw new Error('A posted proof was answered with a code')
  return c.json(
    sessionObject(result.value, await findAccountParts(app.directory, result.value.account.id)),
  )
})

function validate(params: z.output<typeof VerifyParams>): {
  type: OneTimeType
  proof: OneTimeProof
} {
  const refuse = (message: string) => new AuthError(400, 'validation_failed', message)
  const { type, token, token_hash: tokenHash, email, phone, redirect_to: redirectTo } = params
  if (!type) throw refuse('Verify requires a verification type')
  if (Boolean(token) === Boolean(tokenHash))
    throw refuse('Verify requires either a token or a token hash')
  if (tokenHash) {
    if (email || phone || redirectTo)
      throw refuse('Only the token_hash and type should be provided')
    if (!isOneTimeType(type) || isPhoneType(type)) throw refuse('Invalid email verification type')
    return { type, proof: { token: tokenHash } }
  }
  const code = token ?? ''
  if (phone && !email) {
    const digits = phoneOf(phone)
    if (!isOneTimeType(type) || !isPhoneType(type)) throw refuse('Invalid sms verification type')
    return { type, proof: { phone: digits, code } }
  }
  if (!email || phone)
    throw refuse('Only an email address or phone number should be provided on verify')
  const address = parseEmail(email)
  if (!address) throw new AuthError(422, 'validation_failed', 'Invalid email format')
  if (!isOneTimeType(type) || isPhoneType(type)) throw refuse('Invalid email verification type')
  return { type, proof: { email: address, code } }
}

function refusal({ reason }: VerifyRefusal, byLink: boolean): AuthError {
  switch (reason) {
    case 'link_expired':
      return new AuthError(
        403,
        'otp_expired',
        byLink ? 'Email link is invalid or has expired' : 'Token has expired or is invalid',
      )
    case 'user_banned':
      return new AuthError(403, 'user_banned', 'User is banned')
    case 'address_taken':
      return refusalError({ reason: 'email_exists' })
    case 'too_many_tries':
      return refusalError({ reason })
  }
}

/**
 * GET /verify?token=…&type=…: the mailed link of another program, answered with 303 to the checked
 * address and the session in its fragment, or the code of a PKCE flow in its query. Looking with
 * HEAD burns nothing.
 */
verify.get('/', async (c) => {
  const { type = '', token = '' } = c.req.query()
  if (!type) throw new AuthError(400, 'validation_failed', 'Verify requires a verification type')
  if (!token)
    throw new AuthError(400, 'validation_failed', 'Verify requires a token or a token hash')
  if (c.req.method === 'HEAD') return c.body(null, 200)
  return c.redirect(await linkTarget(c, type, token), 303)
})

async function linkTarget(c: Context<ServerEnv>, type: string, token: string): Promise<string> {
  const target = redirectOf(c)
  const pkce = token.startsWith('pkce_')
  const failure = ({ status, code, message }: AuthError) =>
    failureAnswer(target, { status, code, description: message }, pkce)
  if (!isOneTimeType(type) || isPhoneType(type)) {
    return failure(new AuthError(400, 'validation_failed', 'Invalid email verification type'))
  }
  const result = await verifyOneTimeSecret(identityContext(c.var.app), {
    type,
    proof: { token },
    answer: pkce ? 'code' : 'session',
  })
  if (!result.ok) return failure(refusal(result, true))
  if (result.kind === 'code') return codeAnswer(target, result.code)
  return result.kind === 'first_half'
    ? messageAnswer(target, firstHalf)
    : sessionAnswer(target, result.value, { type })
}
