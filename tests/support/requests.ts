/**
 * Requests as the front of the Worker would hand them to guards, loaders and actions, on the databases of a
 * test.
 */

import type { Env } from '#app/http/environment.ts'
import { loadVisitor } from '#app/http/load-visitor.server.ts'
import { createRequestContext, type RequestContext } from '#app/http/request-context.server.ts'
import { testSecrets } from './accounts.ts'
import type { TestDatabases } from './databases.ts'

/** A request to `path` of our own site; `env` adds or replaces variables, `nowMs` is real time. */
export function requestTo(
  { env }: Pick<TestDatabases, 'env'>,
  path: string,
  {
    cookie = '',
    nowMs,
    variables = {},
    ...init
  }: RequestInit & { cookie?: string; nowMs?: number; variables?: Record<string, string> } = {},
): RequestContext {
  const request = new Request(new URL(path, 'http://cadence.test'), init)
  // A browser's fetch forbids the header; the Worker gets it all the same.
  if (cookie) request.headers.set('Cookie', cookie)
  const bindings = {
    ...env,
    ...testSecrets,
    DEV_TOOLS: 'true',
    ADDRESS_LIMIT: { limit: async () => ({ success: true }) },
    ...variables,
  } as unknown as Env
  const context = createRequestContext(
    request,
    bindings,
    { waitUntil: () => undefined },
    loadVisitor,
  )
  if (nowMs !== undefined) context.nowMs = nowMs
  return context
}
