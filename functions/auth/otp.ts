import { Hono } from 'hono'
import * as z from 'zod'
import { requestOneTimeCode } from '#app/domain/identity/secrets/request-one-time-code.server.ts'
import { deliverSoon } from '#app/http/deliver-soon.server.ts'
import { identityContext } from '#app/http/identity-context.server.ts'
import type { ServerEnv } from '#functions/server-env.ts'
import { addressOf, checkChannel } from './addresses.ts'
import { captchaField, requireCaptcha } from './captcha.ts'
import { AuthError } from './errors.ts'
import { challengeOf, pkceFields } from './pkce-pair.ts'
import { errandRedirectOf } from './redirects.ts'
import { refusalError } from './refusals.ts'
import { metadataOf } from './signup.ts'
import { readJson } from './wire.ts'

const OtpParams = z.object({
  email: z.string().nullish(),
  phone: z.string().nullish(),
  create_user: z.boolean().nullish(),
  data: z.record(z.string(), z.unknown()).nullish(),
  channel: z.string().nullish(),
  ...pkceFields,
  ...captchaField,
})

/**
 * POST /otp: a link and a code by mail, or a code by text message. The same empty answer for anyone
 * it is for.
 */
export const otp = new Hono<ServerEnv>().post('/', async (c) => {
  const { app } = c.var
  const params = await readJson(c, OtpParams)
  await requireCaptcha(c, params)
  const address = addressOf(params, 'Only an email address or phone number should be provided')
  if (!address) throw new AuthError(400, 'validation_failed', 'One of email or phone must be set')
  if (params.channel && 'email' in address) {
    throw new AuthError(400, 'validation_failed', 'Channel should only be specified with Phone OTP')
  }
  checkChannel(params.channel)
  const result = await requestOneTimeCode(identityContext(app), {
    ...address,
    createUser: params.create_user ?? true,
    metadata: metadataOf(params.data),
    codeChallenge: challengeOf(params),
    redirectTo: errandRedirectOf(c),
  })
  deliverSoon(app, app.directory)
  if (!result.ok) throw refusalError(result)
  return c.json({})
})
