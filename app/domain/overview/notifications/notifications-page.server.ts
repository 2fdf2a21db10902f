import { batch } from '#app/db/batch.server.ts'
import { switchedOffStatement } from '#app/domain/messaging/notification-choices.server.ts'
import { reminderChoiceStatement } from '#app/domain/people/notifications/choose-notifications.server.ts'
import { usualReminder } from '#app/domain/people/notifications/notification-form.ts'
import type { MemberContext } from '#app/domain/scope/contexts.ts'
import { shellStatements, toShell } from '#app/domain/studios/shell-queries.server.ts'

/** What the person wants to be told, and how they are reminded, in one batch. */
export async function notificationsPage(
  ctx: MemberContext,
  viewer: { personId: string; name: string; email: string },
) {
  const answer = await batch(ctx.db, {
    ...shellStatements(ctx, viewer),
    reminder: reminderChoiceStatement(ctx),
    off: switchedOffStatement(ctx, ctx.person.id),
  })
  return {
    shell: toShell(answer, viewer),
    reminder: answer.reminder[0] ?? usualReminder,
    off: answer.off.map(({ kind }) => kind),
  }
}
