/** What every Hono app of the Worker works with: bindings, and the request's own context. */
import type { Env } from '#app/http/environment.ts'
import type { RequestContext } from '#app/http/request-context.server.ts'

export type ServerEnv = { Bindings: Env; Variables: { app: RequestContext } }
