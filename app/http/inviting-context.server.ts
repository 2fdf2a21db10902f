import type { StaffContext } from '#app/domain/scope/staff-context.ts'
import type { InvitingContext } from '#app/domain/studios/invite-person.server.ts'
import { identityContext } from './identity-context.server.ts'
import type { RequestContext } from './request-context.server.ts'

/**
 * What use cases are given that decide who may sign in at a studio: the directory beside the
 * studio's shard.
 */
export function invitingContext(app: RequestContext, ctx: StaffContext): InvitingContext {
  return { ...identityContext(app, ctx.now), ...ctx }
}
