import { Hono } from 'hono'
import type { ServerEnv } from '#functions/server-env.ts'
import { AuthError } from './errors.ts'
import { idTokenGrant } from './token/id-token.ts'
import { passwordGrant } from './token/password.ts'
import { pkceGrant } from './token/pkce.ts'
import { refreshTokenGrant } from './token/refresh-token.ts'

/** POST /token?grant_type=…: one file a grant. */
export const token = new Hono<ServerEnv>().post('/', async (c) => {
  switch (c.req.query('grant_type')) {
    case 'password':
      return passwordGrant(c)
    case 'pkce':
      return pkceGrant(c)
    case 'refresh_token':
      return refreshTokenGrant(c)
    case 'id_token':
      return idTokenGrant(c)
    case 'web3':
      throw new AuthError(422, 'web3_provider_disabled', 'Web3 provider is disabled')
    default:
      throw new AuthError(400, 'invalid_credentials', 'unsupported_grant_type')
  }
})
