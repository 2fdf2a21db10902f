import { Hono } from 'hono'
import { authActions } from '#app/domain/identity/auth-audit.server.ts'
import {
  type AuthAuditEntry,
  listAuthAudit,
} from '#app/domain/identity/auth-audit-queries.server.ts'
import type { ServerEnv } from '#functions/server-env.ts'
import { requireAdmin } from '../callers.ts'
import { AuthError } from '../errors.ts'

const perPage = 50

/**
 * GET /admin/audit?page&query=action:login|actor:<id>: what was done with accounts, newest first.
 */
export const adminAudit = new Hono<ServerEnv>().get('/', async (c) => {
  await requireAdmin(c)
  const { page = '1', query = '' } = c.req.query()
  const [, field = '', wanted = ''] = /^(action|actor):(.+)$/.exec(query) ?? []
  const action = authActions.find((name) => name === wanted)
  if (!/^\d{1,6}$/.test(page) || (query && !field) || (field === 'action' && !action)) {
    throw new AuthError(
      400,
      'validation_failed',
      'Ask for a page and for action:<name> or actor:<id>',
    )
  }
  const offset = (Math.max(1, Number(page)) - 1) * perPage
  const entries = await listAuthAudit(c.var.app.directory, {
    ...(action && { action }),
    ...(field === 'actor' && { actorId: wanted }),
    limit: perPage,
    offset,
  })
  return c.json(entries.map(entryObject))
})

const logTypes: [RegExp, string][] = [
  [/^log|^invite_accepted/, 'account'],
  [/^token_/, 'token'],
  [/^user_(signedup|invited|deleted|repeated_signup)/, 'team'],
  [/^(factor|challenge|verification)_/, 'factor'],
  [/^identity_/, 'identity'],
]

function entryObject({
  id,
  actorId,
  actorName,
  action,
  ip,
  traits,
  createdAt,
}: AuthAuditEntry): Record<string, unknown> {
  const logType = logTypes.find(([form]) => form.test(action))?.[1] ?? 'user'
  return {
    id,
    payload: {
      actor_id: actorId,
      actor_name: actorName,
      action,
      log_type: logType,
      traits,
      timestamp: createdAt,
    },
    ip_address: ip,
    created_at: createdAt,
  }
}
