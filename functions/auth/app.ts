/** The auth service under /auth/v1, wire-compatible with Supabase Auth: handlers parse and shape, rules are in the domain. */
import { Hono } from 'hono'
import { cors } from 'hono/cors'
import type { ServerEnv } from '../server.ts'
import { requireApiKey } from './callers.ts'
import { AuthError, answerError } from './errors.ts'
import { health } from './health.ts'
import { jwks } from './jwks.ts'
import { logout } from './logout.ts'
import { otp } from './otp.ts'
import { reauthenticate } from './reauthenticate.ts'
import { recover } from './recover.ts'
import { requestTimeLimit } from './request-time-limit.ts'
import { resend } from './resend.ts'
import { settings } from './settings.ts'
import { signup } from './signup.ts'
import { token } from './token.ts'
import { user } from './user.ts'
import { verify } from './verify.ts'

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
  .use(requestTimeLimit)
  .use(requireApiKey)
  .route('/signup', signup)
  .route('/token', token)
  .route('/otp', otp)
  .route('/verify', verify)
  .route('/resend', resend)
  .route('/recover', recover)
  .route('/reauthenticate', reauthenticate)
  .route('/user', user)
  .route('/logout', logout)
  .route('/settings', settings)
  .route('/health', health)
  .route('/.well-known/jwks.json', jwks)
  .all('*', () => {
    throw new AuthError(404, 'feature_disabled', 'This service does not offer that')
  })

auth.onError(answerError)
