import { batch } from '#app/db/batch.server.ts'
import { calendarLinkStatement, toCalendarLink } from '#app/domain/people/calendar-link.server.ts'
import type { MemberContext } from '#app/domain/scope/contexts.ts'
import { shellStatements, toShell } from '#app/domain/studios/shell-queries.server.ts'

type PageViewer = { personId: string; name: string; email: string }

/**
 * The person's calendar link, in one batch; null until they made one. `secret` is the
 * installation's.
 */
export async function calendarPage(ctx: MemberContext, viewer: PageViewer, secret: string) {
  const answer = await batch(ctx.db, {
    ...shellStatements(ctx, viewer),
    link: calendarLinkStatement(ctx),
  })
  return { shell: toShell(answer, viewer), own: toCalendarLink(answer.link, { secret }) }
}
