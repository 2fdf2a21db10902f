import { Hono } from 'hono'
import { publicKeys } from '#app/domain/identity/sessions/signing-keys.server.ts'
import { identityContext } from '#app/http/identity-context.server.ts'
import type { ServerEnv } from '#functions/server-env.ts'

/** GET /.well-known/jwks.json: the public keys, so that anyone can check a token. */
export const jwks = new Hono<ServerEnv>().get('/', (c) => {
  c.header('Cache-Control', 'public, max-age=600')
  return c.json({ keys: publicKeys(identityContext(c.var.app).configuration.keys) })
})
