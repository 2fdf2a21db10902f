import { batch } from '#app/db/batch.server.ts'
import { detailsStatement } from '#app/domain/people/people-queries.server.ts'
import type { MemberContext } from '#app/domain/scope/contexts.ts'
import { shellStatements, toShell } from '#app/domain/studios/shell-queries.server.ts'

/** What the studio knows of the person, in one batch. */
export async function detailsPage(
  ctx: MemberContext,
  viewer: { personId: string; name: string; email: string },
) {
  const answer = await batch(ctx.db, {
    ...shellStatements(ctx, viewer),
    details: detailsStatement(ctx, viewer.personId),
  })
  return { shell: toShell(answer, viewer), details: answer.details[0] ?? null }
}
