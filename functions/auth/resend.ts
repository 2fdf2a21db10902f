import { Hono } from 'hono'
import * as z from 'zod'
import { resendSecret } from '#app/domain/identity/secrets/resend-secret.server.ts'
import { deliverSoon } from '#app/http/deliver-soon.server.ts'
import { identityContext } from '#app/http/identity-context.server.ts'
import type { ServerEnv } from '#functions/server-env.ts'
import { addressOf } from './addresses.ts'
import { captchaField, requireCaptcha } from './captcha.ts'
import { AuthError } from './errors.ts'
import { challengeOf, pkceFields } from './pkce-pair.ts'
import { errandRedirectOf } from './redirects.ts'
import { refusalError } from './refusals.ts'
import { readJson } from './wire.ts'

const ResendParams = z.object({
  type: z.string().nullish(),
  email: z.string().nullish(),
  phone: z.string().nullish(),
  ...pkceFields,
  ...captchaField,
})

const pendingOfType: Record<string, { pending: 'confirmation' | 'change'; of: 'email' | 'phone' }> =
  {
    signup: { pending: 'confirmation', of: 'email' },
    email_change: { pending: 'change', of: 'email' },
    sms: { pending: 'confirmation', of: 'phone' },
    phone_change: { pending: 'change', of: 'phone' },
  }

/**
 * POST /resend: what is still waited for, again. The same empty answer where there is nothing to
 * send.
 */
export const resend = new Hono<ServerEnv>().post('/', async (c) => {
  const { app } = c.var
  const params = await readJson(c, ResendParams)
  await requireCaptcha(c, params)
  const refuse = (message: string) => new AuthError(400, 'validation_failed', message)
  const type = pendingOfType[params.type ?? '']
  if (!type) throw refuse('Missing one of these types: signup, email_change, sms, phone_change')
  const address = addressOf(params, 'Only an email address or phone number should be provided.')
  if (!address) throw refuse('Type provided requires an email address or phone number')
  if (!(type.of in address)) {
    throw refuse(
      `Type provided requires ${type.of === 'email' ? 'an email address' : 'a phone number'}`,
    )
  }
  const result = await resendSecret(identityContext(app), {
    ...address,
    pending: type.pending,
    codeChallenge: challengeOf(params),
    redirectTo: errandRedirectOf(c),
  })
  deliverSoon(app, app.directory)
  if (!result.ok) throw refusalError(result)
  return c.json({})
})
