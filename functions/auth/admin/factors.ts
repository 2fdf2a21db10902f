import { Hono } from 'hono'
import { findListedAccount } from '#app/domain/identity/accounts/list-accounts.server.ts'
import { deleteFactor } from '#app/domain/identity/factors/delete-factor.server.ts'
import { identityContext } from '#app/http/identity-context.server.ts'
import type { ServerEnv } from '#functions/server-env.ts'
import { requireAdmin } from '../callers.ts'
import { AuthError } from '../errors.ts'
import { factorObject } from '../wire.ts'
import { isUuid } from './account-params.ts'
import { accountRefusal, userIdOf } from './users.ts'

/**
 * GET /admin/users/{id}/factors answers a bare array; DELETE /admin/users/{id}/factors/{factor} the
 * factor that went.
 */
export const adminFactors = new Hono<ServerEnv>()
  .get('/:id/factors', async (c) => {
    await requireAdmin(c)
    const found = await findListedAccount(c.var.app.directory, userIdOf(c))
    if (!found) throw accountRefusal('user_not_found')
    return c.json(found.factors.map(factorObject))
  })
  .delete('/:id/factors/:factor', async (c) => {
    const { app } = c.var
    const by = await requireAdmin(c)
    const userId = userIdOf(c)
    const factorId = c.req.param('factor')
    if (!isUuid(factorId))
      throw new AuthError(404, 'validation_failed', 'factor_id must be an UUID')
    if (!(await findListedAccount(app.directory, userId))) throw accountRefusal('user_not_found')
    const factor = await deleteFactor(identityContext(app), by, {
      userId,
      factorId: factorId.toLowerCase(),
    })
    if (!factor) throw new AuthError(404, 'mfa_factor_not_found', 'Factor not found')
    return c.json(factorObject(factor))
  })
