import { type Context, Hono } from 'hono'
import * as z from 'zod'
import { findAccountParts } from '#app/domain/identity/accounts/account-queries.server.ts'
import { changeAccount } from '#app/domain/identity/accounts/change-account.server.ts'
import { createAccount } from '#app/domain/identity/accounts/create-account.server.ts'
import { findListedAccount } from '#app/domain/identity/accounts/list-accounts.server.ts'
import { passwordProblem, passwordRuleOf } from '#app/domain/identity/secrets/password-rule.ts'
import { deleteAccount } from '#app/domain/studios/delete-account.server.ts'
import { identityContext } from '#app/http/identity-context.server.ts'
import type { ServerEnv } from '#functions/server-env.ts'
import { requireAdmin } from '../callers.ts'
import { AuthError } from '../errors.ts'
import { passwordError, refusalError } from '../refusals.ts'
import { readJson, userObject } from '../wire.ts'
import { AdminUserParams, accountValues, isUuid } from './account-params.ts'
import { listUsers } from './list-users.ts'

const AdminUserDeleteParams = z.object({ should_soft_delete: z.boolean().nullish() })

/**
 * GET and POST /admin/users, GET, PUT and DELETE /admin/users/{id}: accounts, for who holds the
 * service key.
 */
export const adminUsers = new Hono<ServerEnv>()
  .get('/', listUsers)
  .post('/', async (c) => {
    const { app } = c.var
    const by = await requireAdmin(c)
    const params = await readJson(c, AdminUserParams)
    if (params.id && (!isUuid(params.id) || /^[0-]+$/.test(params.id))) {
      throw new AuthError(400, 'validation_failed', 'ID must conform to the uuid v4 format')
    }
    const values = accountValues(params)
    if (!values.email && !values.phone) {
      throw new AuthError(
        400,
        'validation_failed',
        'Cannot create a user without either an email or phone',
      )
    }
    const id = params.id ? { id: params.id.toLowerCase() } : {}
    const result = await createAccount(identityContext(app), by, { ...values, ...id })
    if (!result.ok) throw accountRefusal(result.reason)
    return c.json(
      userObject(result.account, await findAccountParts(app.directory, result.account.id)),
    )
  })
  .get('/:id', async (c) => {
    await requireAdmin(c)
    const found = await findListedAccount(c.var.app.directory, userIdOf(c))
    if (!found) throw accountRefusal('user_not_found')
    return c.json(userObject(found.account, found))
  })
  .put('/:id', async (c) => {
    const { app } = c.var
    const by = await requireAdmin(c)
    const id = userIdOf(c)
    const ctx = identityContext(app)
    const values = accountValues(await readJson(c, AdminUserParams))
    const rule = passwordRuleOf(ctx.configuration)
    if (values.password && passwordProblem(values.password, rule))
      throw passwordError(values.password, rule)
    const result = await changeAccount(ctx, by, id, values)
    if (!result.ok) throw accountRefusal(result.reason)
    return c.json(userObject(result.account, await findAccountParts(app.directory, id)))
  })
  .delete('/:id', async (c) => {
    const { app } = c.var
    const by = await requireAdmin(c)
    const id = userIdOf(c)
    const asked = await readJson(c, AdminUserDeleteParams, { mayBeEmpty: true })
    const ctx = { ...identityContext(app), shardOf: app.shardOf }
    const result = await deleteAccount(ctx, by, id, {
      soft: asked.should_soft_delete ?? false,
    })
    if (!result.ok) throw accountRefusal(result.reason)
    return c.json({})
  })

/** The account's id in the path; what is none can be nobody's. */
export function userIdOf(c: Context<ServerEnv>): string {
  const id = c.req.param('id') ?? ''
  if (!isUuid(id)) throw new AuthError(404, 'validation_failed', 'user_id must be an UUID')
  return id.toLowerCase()
}

type Refusal = 'email_exists' | 'phone_exists' | 'id_exists' | 'user_not_found' | 'only_owner'

export function accountRefusal(reason: Refusal): AuthError {
  switch (reason) {
    case 'email_exists':
    case 'phone_exists':
      return refusalError({ reason })
    case 'id_exists':
      return new AuthError(
        422,
        'user_already_exists',
        'A user with this ID has already been registered',
      )
    case 'user_not_found':
      return new AuthError(404, 'user_not_found', 'User not found')
    case 'only_owner':
      return new AuthError(
        422,
        'conflict',
        'This user is the only owner of a studio; give it another owner first',
      )
  }
}
