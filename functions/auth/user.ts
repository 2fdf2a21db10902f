import { Hono } from 'hono'
import * as z from 'zod'
import { changeUser } from '#app/domain/identity/accounts/change-user.server.ts'
import { passwordRuleOf } from '#app/domain/identity/secrets/password-rule.ts'
import { deliverSoon } from '#app/http/deliver-soon.server.ts'
import { identityContext } from '#app/http/identity-context.server.ts'
import type { ServerEnv } from '#functions/server-env.ts'
import { checkChannel, emailOf, phoneOf } from './addresses.ts'
import { requireBearer } from './callers.ts'
import { AuthError } from './errors.ts'
import { challengeOf, pkceFields } from './pkce-pair.ts'
import { errandRedirectOf } from './redirects.ts'
import { isPasswordReason, passwordError, refusalError } from './refusals.ts'
import { metadataOf } from './signup.ts'
import { readJson, userObject } from './wire.ts'

const UserParams = z.object({
  email: z.string().nullish(),
  phone: z.string().nullish(),
  password: z.string().nullish(),
  current_password: z.string().nullish(),
  nonce: z.string().nullish(),
  data: z.record(z.string(), z.unknown()).nullish(),
  app_metadata: z.record(z.string(), z.unknown()).nullish(),
  channel: z.string().nullish(),
  ...pkceFields,
})

export const user = new Hono<ServerEnv>()

/** GET /user: the bare user object. */
user.get('/', async (c) => {
  const { account, parts } = await requireBearer(c)
  const audience = c.req.header('X-JWT-AUD')
  if (audience && audience !== account.aud) {
    throw new AuthError(400, 'validation_failed', 'Token audience doesn’t match request audience')
  }
  return c.json(userObject(account, parts))
})

/** PUT /user: changes what is named in the body; the bare user object as it is then. */
user.put('/', async (c) => {
  const { app } = c.var
  const identity = identityContext(app)
  const bearer = await requireBearer(c)
  const params = await readJson(c, UserParams)
  if (params.app_metadata && Object.keys(params.app_metadata).length > 0) {
    throw new AuthError(403, 'not_admin', 'Updating app_metadata requires admin privileges')
  }
  checkChannel(params.channel)
  const { password } = params
  const result = await changeUser(identity, bearer, {
    ...(params.email ? { email: emailOf(params.email) } : {}),
    ...(params.phone ? { phone: phoneOf(params.phone) } : {}),
    ...(typeof password === 'string' ? { password } : {}),
    currentPassword: params.current_password ?? null,
    nonce: params.nonce || null,
    metadata: metadataOf(params.data),
    codeChallenge: challengeOf(params),
    redirectTo: errandRedirectOf(c),
  })
  deliverSoon(app, app.directory)
  if (!result.ok) {
    if (isPasswordReason(result.reason))
      throw passwordError(password ?? '', passwordRuleOf(identity.configuration))
    throw refusalError(result as Parameters<typeof refusalError>[0])
  }
  return c.json(userObject(result.account, result.parts))
})
