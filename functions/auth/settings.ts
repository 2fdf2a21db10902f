import { Hono } from 'hono'
import { identityContext } from '#app/http/identity-context.server.ts'
import type { ServerEnv } from '../server.ts'

/** GET /settings: which ways in are open. */
export const settings = new Hono<ServerEnv>().get('/', (c) => {
  const { signUpEnabled, emailConfirmation } = identityContext(c.var.app).configuration
  return c.json({
    external: { email: true, phone: false, anonymous_users: false },
    disable_signup: !signUpEnabled,
    mailer_autoconfirm: !emailConfirmation,
    phone_autoconfirm: false,
    sms_provider: '',
    saml_enabled: false,
  })
})
