/**
 * The auth service under /auth/v1, wire-compatible with Supabase Auth: handlers parse and shape,
 * rules are in the domain.
 */
import { Hono } from 'hono'
import { cors } from 'hono/cors'
import type { ServerEnv } from '#functions/server-env.ts'
import { adminAudit } from './admin/audit.ts'
import { adminFactors } from './admin/factors.ts'
import { adminGenerateLink } from './admin/generate-link.ts'
import { ssoProviders } from './admin/sso-providers.ts'
import { adminUsers } from './admin/users.ts'
import { authorize } from './authorize.ts'
import { callback } from './callback.ts'
import { requireApiKey } from './callers.ts'
import { AuthError, answerError } from './errors.ts'
import { factors } from './factors.ts'
import { health } from './health.ts'
import { invite } from './invite.ts'
import { jwks } from './jwks.ts'
import { logout } from './logout.ts'
import { otp } from './otp.ts'
import { reauthenticate } from './reauthenticate.ts'
import { recover } from './recover.ts'
import { requestTimeLimit } from './request-time-limit.ts'
import { resend } from './resend.ts'
import { settings } from './settings.ts'
import { signup } from './signup.ts'
import { sso } from './sso.ts'
import { token } from './token.ts'
import { identities } from './user/identities.ts'
import { user } from './user.ts'
import { verify } from './verify.ts'

export const auth = new Hono<ServerEnv>()
  .use(
    // Programs add headers of their own (`global.headers`): whatever a browser asks for is allowed.
    cors({
      origin: '*',
      allowMethods: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'],
      exposeHeaders: ['X-Total-Count', 'Link', 'X-Supabase-Api-Version'],
    }),
  )
  .use(requestTimeLimit)
  .use(requireApiKey)
  // What acts when it is read does nothing when it is only looked at.
  .on('GET', ['/reauthenticate', '/authorize', '/callback/*'], (c, next) =>
    c.req.method === 'HEAD' ? c.body(null, 200) : next(),
  )
  .route('/signup', signup)
  .route('/token', token)
  .route('/otp', otp)
  .route('/verify', verify)
  .route('/resend', resend)
  .route('/recover', recover)
  .route('/reauthenticate', reauthenticate)
  .route('/user/identities', identities)
  .route('/user', user)
  .route('/factors', factors)
  .route('/authorize', authorize)
  .route('/callback', callback)
  .route('/sso', sso)
  .route('/admin/sso/providers', ssoProviders)
  .route('/logout', logout)
  .route('/admin/users', adminUsers)
  .route('/admin/users', adminFactors)
  .route('/admin/audit', adminAudit)
  .route('/admin/generate_link', adminGenerateLink)
  .route('/invite', invite)
  .route('/settings', settings)
  .route('/health', health)
  .route('/.well-known/jwks.json', jwks)
  .all('/passkeys/*', () => {
    throw new AuthError(404, 'passkey_disabled', 'Passkeys are disabled')
  })
  .all('/admin/oauth/*', () => {
    throw new AuthError(404, 'feature_disabled', 'OAuth server is disabled')
  })
  .all('*', () => {
    throw new AuthError(404, 'feature_disabled', 'This service does not offer that')
  })

auth.onError(answerError)
