import { Hono } from 'hono'
import * as z from 'zod'
import { requestPasswordRecovery } from '#app/domain/identity/secrets/request-password-recovery.server.ts'
import { deliverSoon } from '#app/http/deliver-soon.server.ts'
import { identityContext } from '#app/http/identity-context.server.ts'
import type { ServerEnv } from '#functions/server-env.ts'
import { emailOf } from './addresses.ts'
import { captchaField, requireCaptcha } from './captcha.ts'
import { AuthError } from './errors.ts'
import { challengeOf, pkceFields } from './pkce-pair.ts'
import { errandRedirectOf } from './redirects.ts'
import { refusalError } from './refusals.ts'
import { readJson } from './wire.ts'

const RecoverParams = z.object({ email: z.string().nullish(), ...pkceFields, ...captchaField })

/**
 * POST /recover: a mail that leads to a new password. The same empty answer whether or not the
 * address is known.
 */
export const recover = new Hono<ServerEnv>().post('/', async (c) => {
  const { app } = c.var
  const params = await readJson(c, RecoverParams)
  await requireCaptcha(c, params)
  if (!params.email)
    throw new AuthError(400, 'validation_failed', 'Password recovery requires an email')
  const result = await requestPasswordRecovery(identityContext(app), {
    email: emailOf(params.email),
    codeChallenge: challengeOf(params),
    redirectTo: errandRedirectOf(c),
  })
  deliverSoon(app, app.directory)
  if (!result.ok) throw refusalError(result)
  return c.json({})
})
