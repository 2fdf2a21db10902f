import type { AcceptingContext } from '#app/domain/studios/accept-invitation.server.ts'
import { identityContext } from '#app/http/identity-context.server.ts'
import type { RequestContext } from '#app/http/request-context.server.ts'
import type { Instant } from '#app/values/instant.ts'

/**
 * What accepting an invitation is given: accounts, and the shard of whichever studio it leads to.
 */
export function acceptingContext(app: RequestContext, now: Instant): AcceptingContext {
  return { ...identityContext(app, now), shardOf: app.shardOf }
}
