import { batch } from '#app/db/batch.server.ts'
import type { MemberContext } from '#app/domain/scope/contexts.ts'
import { shellStatements, toShell } from '#app/domain/studios/shell-queries.server.ts'
import { pinSetStatement } from './member-pin.server.ts'

/** When the person's PIN was set, null for never, with the shell. */
export async function memberPinPage(
  ctx: MemberContext,
  viewer: { personId: string; name: string; email: string },
) {
  const answer = await batch(ctx.db, {
    pin: pinSetStatement(ctx, ctx.person.id),
    ...shellStatements(ctx, viewer),
  })
  return { shell: toShell(answer, viewer), setAt: answer.pin[0]?.setAt ?? null }
}
