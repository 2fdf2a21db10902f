import { Hono } from 'hono'
import { reauthenticate as sendReauthentication } from '#app/domain/identity/sessions/reauthenticate.server.ts'
import { deliverSoon } from '#app/http/deliver-soon.server.ts'
import { identityContext } from '#app/http/identity-context.server.ts'
import type { ServerEnv } from '#functions/server-env.ts'
import { requireBearer } from './callers.ts'
import { AuthError } from './errors.ts'
import { refusalError } from './refusals.ts'

/** GET /reauthenticate: sends the code that a password change may ask for. */
export const reauthenticate = new Hono<ServerEnv>().get('/', async (c) => {
  const { app } = c.var
  const { account } = await requireBearer(c)
  const result = await sendReauthentication(identityContext(app), account)
  deliverSoon(app, app.directory)
  if (result.ok) return c.json({})
  switch (result.reason) {
    case 'needs_address':
      throw new AuthError(
        400,
        'validation_failed',
        'Reauthentication requires the user to have an email or a phone number',
      )
    case 'email_not_confirmed':
      throw new AuthError(422, 'email_not_confirmed', 'Please verify your email first.')
    case 'phone_not_confirmed':
      throw new AuthError(422, 'phone_not_confirmed', 'Please verify your phone first.')
    default:
      throw refusalError(result as Parameters<typeof refusalError>[0])
  }
})
