/** The auth service under /auth/v1, wire-compatible with Supabase Auth: handlers parse and shape, rules are in the domain. */
import { Hono } from 'hono'
import { cors } from 'hono/cors'
import type { ServerEnv } from '../server.ts'
import { adminAudit } from './admin/audit.ts'
import { adminFactors } from './admin/factors.ts'
import { adminGenerateLink } from './admin/generate-link.ts'
import { adminUsers } from './admin/users.ts'
import { requireApiKey } from './callers.ts'
import { AuthError, answerError } from './errors.ts'
import { health } from './health.ts'
import { invite } from './invite.ts'
import { jwks } from './jwks.ts'
import { logout } from './logout.ts'
import { settings } from './settings.ts'
import { signup } from './signup.ts'
import { token } from './token.ts'
import { user } from './user.ts'

export const auth = new Hono<ServerEnv>()
  .use(
    cors({
      origin: '*',
      allowMethods: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'],
      allowHeaders: [
        'Accept',
        'apikey',
        'Authorization',
        'Content-Type',
        'X-Client-IP',
        'X-Client-Info',
        'X-JWT-AUD',
        'x-use-cookie',
        'X-Supabase-Api-Version',
      ],
      exposeHeaders: ['X-Total-Count', 'Link', 'X-Supabase-Api-Version'],
    }),
  )
  .use(requireApiKey)
  .route('/signup', signup)
  .route('/token', token)
  .route('/user', user)
  .route('/logout', logout)
  .route('/admin/users', adminUsers)
  .route('/admin/users', adminFactors)
  .route('/admin/audit', adminAudit)
  .route('/admin/generate_link', adminGenerateLink)
  .route('/invite', invite)
  .route('/settings', settings)
  .route('/health', health)
  .route('/.well-known/jwks.json', jwks)
  .all('*', () => {
    throw new AuthError(404, 'feature_disabled', 'This service does not offer that')
  })

auth.onError(answerError)
