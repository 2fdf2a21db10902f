import type { Context } from 'hono'
import * as z from 'zod'
import { addressAndPasswordMissing } from '#app/domain/identity/accounts/account-fields.ts'
import { findAccountParts } from '#app/domain/identity/accounts/account-queries.server.ts'
import { passwordRuleOf } from '#app/domain/identity/secrets/password-rule.ts'
import {
  type SignInResult,
  signInWithPassword,
} from '#app/domain/identity/sessions/sign-in-with-password.server.ts'
import { identityContext } from '#app/http/identity-context.server.ts'
import { parseEmail } from '#app/values/email.ts'
import { parsePhoneDigits } from '#app/values/phone.ts'
import type { ServerEnv } from '#functions/server-env.ts'
import { captchaField, requireCaptcha } from '../captcha.ts'
import { AuthError } from '../errors.ts'
import { refusalError, weakPassword } from '../refusals.ts'
import { readJson, sessionObject } from '../wire.ts'

const PasswordGrantParams = z.object({
  email: z.string().nullish(),
  phone: z.string().nullish(),
  password: z.string().nullish(),
  ...captchaField,
})

/** The grant `password`: an address and its password. */
export async function passwordGrant(c: Context<ServerEnv>): Promise<Response> {
  const identity = identityContext(c.var.app)
  const params = await readJson(c, PasswordGrantParams)
  await requireCaptcha(c, params)
  const { email, phone } = params
  const password = params.password ?? ''
  if (email && phone) {
    throw new AuthError(
      400,
      'validation_failed',
      'Only an email address or phone number should be provided on login.',
    )
  }
  if (!email && !phone) throw new AuthError(400, 'validation_failed', addressAndPasswordMissing)
  if (phone && !identity.configuration.phoneEnabled) {
    throw new AuthError(422, 'phone_provider_disabled', 'Phone logins are disabled')
  }
  const address = email
    ? named('email', parseEmail(email))
    : named('phone', parsePhoneDigits(phone ?? ''))
  // What is no address can have no account, so nothing is given away by answering at once.
  const result: SignInResult = address
    ? await signInWithPassword(identity, { ...address, password })
    : { ok: false, reason: 'invalid_credentials' }
  if (!result.ok) throw refusalError(result)
  const parts = await findAccountParts(c.var.app.directory, result.value.account.id)
  return c.json({
    ...sessionObject(result.value, parts),
    ...(result.weaknesses.length > 0
      ? { weak_password: weakPassword(password, passwordRuleOf(identity.configuration)) }
      : {}),
  })
}

function named(kind: 'email' | 'phone', address: string | null) {
  if (address === null) return null
  return kind === 'email' ? { email: address } : { phone: address }
}
