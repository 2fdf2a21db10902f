import { Hono } from 'hono'
import { identityContext } from '#app/http/identity-context.server.ts'
import type { ServerEnv } from '#functions/server-env.ts'

/** Providers of the wire contract that this service has no way in for. */
const absent = [
  'apple',
  'azure',
  'bitbucket',
  'discord',
  'facebook',
  'figma',
  'fly',
  'github',
  'gitlab',
  'kakao',
  'keycloak',
  'linkedin',
  'linkedin_oidc',
  'notion',
  'slack',
  'slack_oidc',
  'snapchat',
  'spotify',
  'twitch',
  'twitter',
  'workos',
  'x',
  'zoom',
]

/** GET /settings: which ways in are open. */
export const settings = new Hono<ServerEnv>().get('/', (c) => {
  const { configuration } = identityContext(c.var.app)
  const hooked = configuration.hooks['send-sms'] ? 'hook' : ''
  return c.json({
    external: {
      ...Object.fromEntries(absent.map((name) => [name, false])),
      google: configuration.providers.google !== undefined,
      oidc: configuration.providers.oidc !== undefined,
      email: true,
      phone: configuration.phoneEnabled,
      anonymous_users: configuration.anonymousEnabled,
    },
    disable_signup: !configuration.signUpEnabled,
    mailer_autoconfirm: !configuration.emailConfirmation,
    phone_autoconfirm: !configuration.phoneConfirmation,
    sms_provider: c.env.SMS_TRANSPORT === 'http' ? 'http' : hooked,
    saml_enabled: false,
    passkeys_enabled: false,
  })
})
