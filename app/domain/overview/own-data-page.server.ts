import { batch } from '#app/db/batch.server.ts'
import type { MemberContext } from '#app/domain/scope/contexts.ts'
import { shellStatements, toShell } from '#app/domain/studios/shell-queries.server.ts'
import { erasureAskedStatement } from '#app/domain/tasks/ask-erasure.server.ts'
import { dayMonthYear } from '#app/values/wording.ts'
import { localDate } from '#app/values/zone.ts'

/** What a person can take away, and whether they asked to be erased, in one batch. */
export async function ownDataPage(
  ctx: MemberContext,
  viewer: { personId: string; name: string; email: string },
) {
  const { timeZone, locale } = ctx.studio
  const answer = await batch(ctx.db, {
    ...shellStatements(ctx, viewer),
    asked: erasureAskedStatement(ctx, ctx.person.id),
  })
  const [asked] = answer.asked
  const day = (at: string) => dayMonthYear(localDate(at, timeZone), locale)
  return {
    shell: toShell(answer, viewer),
    asked: asked ? { on: day(asked.askedAt), by: day(asked.dueAt) } : null,
  }
}
