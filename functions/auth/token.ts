import { Hono } from 'hono'
import type { ServerEnv } from '../server.ts'
import { AuthError } from './errors.ts'
import { passwordGrant } from './token/password.ts'
import { refreshTokenGrant } from './token/refresh-token.ts'

/** POST /token?grant_type=…: one file a grant. */
export const token = new Hono<ServerEnv>().post('/', async (c) => {
  switch (c.req.query('grant_type')) {
    case 'password':
      return passwordGrant(c)
    case 'refresh_token':
      return refreshTokenGrant(c)
    default:
      throw new AuthError(400, 'invalid_credentials', 'unsupported_grant_type')
  }
})
