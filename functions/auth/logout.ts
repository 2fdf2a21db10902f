import { Hono } from 'hono'
import * as z from 'zod'
import { signOut } from '#app/domain/identity/sessions/sign-out.server.ts'
import { identityContext } from '#app/http/identity-context.server.ts'
import type { ServerEnv } from '#functions/server-env.ts'
import { requireBearer } from './callers.ts'
import { AuthError } from './errors.ts'

const Scope = z.enum(['global', 'local', 'others'])

/** POST /logout?scope=global|local|others: 204 and empty. An empty scope is none. */
export const logout = new Hono<ServerEnv>().post('/', async (c) => {
  const { account, session } = await requireBearer(c)
  const scope = Scope.safeParse(c.req.query('scope') || 'global')
  if (!scope.success) {
    throw new AuthError(
      400,
      'validation_failed',
      `Unsupported logout scope "${c.req.query('scope')}"`,
    )
  }
  await signOut(identityContext(c.var.app), {
    userId: account.id,
    sessionId: session.id,
    scope: scope.data,
  })
  return c.body(null, 204)
})
