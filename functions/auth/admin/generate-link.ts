import { Hono } from 'hono'
import * as z from 'zod'
import { findAccountParts } from '#app/domain/identity/accounts/account-queries.server.ts'
import {
  type GenerateLinkResult,
  generateLink,
  linkTypes,
} from '#app/domain/identity/secrets/generate-link.server.ts'
import { passwordMaxBytes } from '#app/domain/identity/secrets/password-rule.ts'
import { identityContext } from '#app/http/identity-context.server.ts'
import type { ServerEnv } from '#functions/server-env.ts'
import { emailOf } from '../addresses.ts'
import { requireAdmin } from '../callers.ts'
import { AuthError } from '../errors.ts'
import { redirectOf } from '../redirects.ts'
import { readJson, userObject } from '../wire.ts'
import { metadataParam } from './account-params.ts'
import { accountRefusal } from './users.ts'

const GenerateLinkParams = z.object({
  type: z.string().nullish(),
  email: z.string().nullish(),
  password: z.string().nullish(),
  new_email: z.string().nullish(),
  data: z.record(z.string(), z.unknown()).nullish(),
  redirect_to: z.string().nullish(),
})

/** POST /admin/generate_link: the user object with a link and a code beside it, and no mail. */
export const adminGenerateLink = new Hono<ServerEnv>().post('/', async (c) => {
  const { app } = c.var
  const by = await requireAdmin(c)
  const params = await readJson(c, GenerateLinkParams)
  const type = linkTypes.find((name) => name === params.type)
  if (!type)
    throw invalid(`Invalid email action link type requested: ${(params.type ?? '').slice(0, 40)}`)
  const { password } = params
  if (password && new TextEncoder().encode(password).length > passwordMaxBytes) {
    throw invalid(`Password cannot be longer than ${passwordMaxBytes} characters`)
  }
  const email = emailOf(params.email ?? '')
  if (type === 'signup' && !password) throw invalid('Signup requires a valid password')
  const result = await generateLink(identityContext(app), by, {
    type,
    email,
    ...(password ? { password } : {}),
    ...(params.new_email ? { newEmail: emailOf(params.new_email) } : {}),
    ...(params.data ? { userMetadata: metadataParam(params.data) ?? {} } : {}),
  })
  if (!result.ok) throw refusal(result)
  const { account, secret } = result
  const redirectTo = redirectOf(c, params.redirect_to)
  const query = new URLSearchParams({
    token: secret.token,
    type: linkType(result.type),
    redirect_to: redirectTo,
  })
  return c.json({
    ...userObject(account, await findAccountParts(app.directory, account.id)),
    action_link: `${app.origin}/auth/v1/verify?${query}`,
    email_otp: secret.code,
    hashed_token: secret.token,
    verification_type: result.type,
    redirect_to: redirectTo,
  })
})

/** Both halves of a change are verified as one type. */
const linkType = (type: string) => (type.startsWith('email_change') ? 'email_change' : type)

const invalid = (message: string) => new AuthError(400, 'validation_failed', message)

function refusal({ reason }: Extract<GenerateLinkResult, { ok: false }>): AuthError {
  switch (reason) {
    case 'new_email_missing':
      return invalid('Unable to validate email address: invalid format')
    case 'secure_change_off':
      return invalid('Enable secure email change to generate link for current email')
    default:
      return accountRefusal(reason)
  }
}
