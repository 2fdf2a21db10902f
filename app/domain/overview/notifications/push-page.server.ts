import { batch } from '#app/db/batch.server.ts'
import { pushOffStatement } from '#app/domain/messaging/notification-choices.server.ts'
import { pushDevicesStatement } from '#app/domain/messaging/push/push-devices.server.ts'
import type { MemberContext } from '#app/domain/scope/contexts.ts'
import { shellStatements, toShell } from '#app/domain/studios/shell-queries.server.ts'

/** A person's devices and what comes on them, in one batch. */
export async function pushPage(
  ctx: MemberContext,
  viewer: { personId: string; name: string; email: string },
) {
  const answer = await batch(ctx.db, {
    ...shellStatements(ctx, viewer),
    devices: pushDevicesStatement(ctx, viewer.personId),
    off: pushOffStatement(ctx, viewer.personId),
  })
  return {
    shell: toShell(answer, viewer),
    devices: answer.devices,
    off: answer.off.map(({ kind }) => kind),
  }
}
