import { Hono } from 'hono'
import { identityContext } from '#app/http/identity-context.server.ts'
import type { ServerEnv } from '../server.ts'

/** GET /settings: which ways in are open. */
export const settings = new Hono<ServerEnv>().get('/', (c) => {
  const { signUpEnabled, emailConfirmation, phoneEnabled, phoneConfirmation, anonymousEnabled } = identityContext(
    c.var.app,
  ).configuration
  return c.json({
    external: { email: true, phone: phoneEnabled, anonymous_users: anonymousEnabled },
    disable_signup: !signUpEnabled,
    mailer_autoconfirm: !emailConfirmation,
    phone_autoconfirm: !phoneConfirmation,
    sms_provider: '',
    saml_enabled: false,
  })
})
